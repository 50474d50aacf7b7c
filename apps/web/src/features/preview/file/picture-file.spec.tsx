import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../testing/render-at.js';
import { PictureFile } from './picture-file.js';

// jsdom cannot draw.
beforeAll(() => jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

function show(filename: string, prefersStill = false) {
  window.matchMedia = () => ({ matches: prefersStill }) as MediaQueryList;
  renderAt(
    '/preview',
    <PictureFile src="/file" filename={filename} title="A bird">
      {null}
    </PictureFile>,
  );
  return screen.getByAltText('A bird');
}

it('stops an animation and plays it again', async () => {
  const user = userEvent.setup();
  const image = show('bird.gif');
  fireEvent.load(image);
  expect(image).not.toHaveClass('invisible');
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(image).toHaveClass('invisible');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(image).not.toHaveClass('invisible');
});

it('starts with the animation stopped for visitors who prefer reduced motion', () => {
  expect(show('bird.gif', true)).toHaveClass('invisible');
  expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
});

it('offers no button for a still picture', () => {
  show('bird.jpg', true);
  expect(screen.queryByRole('button')).toBeNull();
});
