import { act, screen } from '@testing-library/react';
import { publishConsent, UNDECIDED } from '../../site/third-parties/consent.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { AdSlot } from './ad-slot.js';

const YES = { analytics: false, ads: true, decidedAt: '2026-11-01T00:00:00Z' };
const { analytics: none } = siteConfig();
const CLIENT = 'ca-pub-1234567890';

const show = (leaderboard: string, adsenseClientId = CLIENT) =>
  renderAt(
    '/',
    <AdSlot kind="leaderboard" />,
    siteConfig({
      analytics: { ...none, adsenseClientId, adSlots: { leaderboard, responsive: '' } },
    }),
  );
const place = () => screen.queryByRole('group', { name: 'Advertisement' });
const unit = () => place()?.querySelector('ins') ?? null;
const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
let pushed: jest.Mock;

beforeEach(async () => {
  // Load the lazy module before the fake timers take over.
  await import('./fill-slot.js');
  jest.useFakeTimers();
  publishConsent(UNDECIDED);
  pushed = jest.fn();
  window.adsbygoogle = { push: pushed };
});
afterEach(() => jest.useRealTimers());

it('loads the ad of its slot 100 ms after mounting, if the visitor consents', async () => {
  publishConsent(YES);
  show('42');
  await passTime(99);
  expect(unit()).toBeNull();
  await passTime(1);
  expect(unit()?.dataset).toEqual(
    expect.objectContaining({ adClient: CLIENT, adSlot: '42' }) as DOMStringMap,
  );
  expect(pushed).toHaveBeenCalledTimes(1);
  const scripts = [...document.head.querySelectorAll('script')].map(({ src }) => src);
  expect(scripts).toEqual([expect.stringMatching(/adsbygoogle\.js\?client=ca-pub-1234567890$/)]);
});

it('reserves its space and is filled once if consent comes later', async () => {
  show('42');
  await passTime(60_000);
  expect(place()).toBeVisible();
  expect(unit()).toBeNull();
  act(() => publishConsent(YES));
  act(() => publishConsent({ ...YES, analytics: true }));
  await passTime(1000);
  expect(place()?.querySelectorAll('ins')).toHaveLength(1);
});

it('ignores errors thrown by the ad script', async () => {
  pushed.mockImplementation(() => {
    throw new Error('TagError: no slot size');
  });
  publishConsent(YES);
  show('42');
  await passTime(100);
  expect(pushed).toHaveBeenCalled();
  expect(place()).toBeVisible();
});

it('requests no ad after the visitor has left the page', async () => {
  publishConsent(YES);
  const { unmount } = show('42');
  await passTime(50);
  unmount();
  await passTime(1000);
  expect(pushed).not.toHaveBeenCalled();
});

it.each([
  ['no slot', '', CLIENT],
  ['no client', '42', ''],
])('renders nothing with %s', (_, slot, client) => {
  show(slot, client);
  expect(place()).toBeNull();
});
