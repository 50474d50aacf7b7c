import { defaultDomainConfig } from '@dipper/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.js';
import { PlatformLinks } from './platform-links.js';

const withPlatforms = (count: number) => {
  const config = defaultDomainConfig('dipper.example');
  return { ...config, supportedPlatforms: config.supportedPlatforms.slice(0, count) };
};
const hiddenItems = () =>
  screen
    .getAllByRole('listitem')
    .filter(({ className }) => className.includes('not-noscript:hidden'));

it('folds and unfolds platforms beyond the seventh', async () => {
  const user = userEvent.setup();
  renderAt('/', <PlatformLinks />, withPlatforms(13));
  const more = screen.getByRole('button', { name: '+6 more' });
  expect(hiddenItems()).toHaveLength(6);
  await user.click(more);
  expect(hiddenItems()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Show less' })).toBe(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  await user.click(more);
  expect(hiddenItems()).toHaveLength(6);
});

it.each([0, 1, 7])('has nothing to unfold with %d platforms', (count) => {
  renderAt('/', <PlatformLinks />, withPlatforms(count));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryAllByRole('link')).toHaveLength(count);
  expect(screen.getByText('More Soon')).toBeVisible();
});
