import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { laterComponent } from './later-component.js';

const HTML = '<main><!--$--><a id="foot" href="/help">Help</a><!--/$--></main>';
const pressed = jest.fn();

function Foot() {
  return (
    <a
      id="foot"
      href="/help"
      onClick={(event) => {
        event.preventDefault();
        pressed();
      }}
    >
      Help
    </a>
  );
}

it('keeps the HTML of the server until the first sign, and then makes it work', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = HTML;
  const link = screen.getByRole('link');
  const load = jest.fn(() => Promise.resolve(Foot));
  const foot = laterComponent('foot', load);
  await foot.preload();
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(
      root,
      <main>
        <Suspense>
          <foot.Component />
        </Suspense>
      </main>,
      { onRecoverableError },
    );
    await Promise.resolve();
  });
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByRole('link')).toBe(link);
  await act(async () => {
    window.dispatchEvent(new Event('pointermove'));
    await Promise.resolve();
  });
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => {
    await Promise.resolve();
  });
  link.click();
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link')).toBe(link);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('loads with the page where the server has sent no HTML for it', async () => {
  const load = jest.fn(() => Promise.resolve(Foot));
  await laterComponent('elsewhere', load).preload();
  expect(load).toHaveBeenCalledTimes(1);
});
