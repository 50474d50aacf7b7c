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

it('shows "+6 more" and "More Soon" in the line of the platforms, not on separate rows', () => {
  renderAt('/', <PlatformLinks />, withPlatforms(13));
  const rows = [screen.getByText('+6 more'), screen.getByText('More Soon')];
  const line = screen.getByRole('list');
  expect(rows.map((it) => it.closest('li')?.parentElement === line)).toEqual([true, true]);
  expect(rows.map((it) => it.closest('li')?.classList.contains('inline'))).toEqual([true, true]);
});

it.each([0, 1, 7])('offers nothing to unfold with %d platforms', (count) => {
  renderAt('/', <PlatformLinks />, withPlatforms(count));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryAllByRole('link')).toHaveLength(count);
  expect(screen.getByText('More Soon')).toBeVisible();
});
