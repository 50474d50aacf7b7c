import { act, fireEvent, screen } from '@testing-library/react';
import { createI18n } from '../../../i18n/create-i18n.js';
import common from '../../../i18n/en/common.json';
import profile from '../../../i18n/en/profile.json';
import search from '../../../i18n/en/search.js';
import { format, siteConfig, videoInfo } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { AutoStart } from './auto-start.js';

const texts = createI18n('en', { common, profile, search });
const address = () => screen.getByTestId('address').textContent;
const heardNow = () => screen.getAllByRole('status')[0] as HTMLElement;
const seconds = (count: number) => {
  for (let second = 0; second < count; second += 1) {
    act(() => jest.advanceTimersByTime(1000));
  }
};

let unmount: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  ({ unmount } = renderAt(
    '/',
    <>
      <AutoStart info={videoInfo()} format={format()} />
      <button>Another row</button>
      <input aria-label="Link" />
    </>,
    siteConfig(),
    texts,
  ));
});
afterEach(() => jest.useRealTimers());

it('announces the recommended format, counts down, and follows its link', () => {
  expect(screen.getByText('Starting 720p MP4 in 5 s')).toBeVisible();
  expect(heardNow()).toBeEmptyDOMElement();
  seconds(1);
  const heard = heardNow().textContent;
  expect(heard).toContain('720p MP4');
  seconds(3);
  expect(heardNow()).toHaveTextContent(heard);
  expect(address()).toBe('/');
  seconds(1);
  expect(address()).toMatch(/^\/preview\?url=https%3A%2F%2Fcdn\.example%2F720\.mp4/);
});

it.each<[string, () => void]>([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['a press elsewhere', () => fireEvent.click(screen.getByText('Another row'))],
  ['typing', () => fireEvent.input(screen.getByRole('textbox'), { target: { value: 'a' } })],
])('the start is cancelled by %s', (_, stop) => {
  seconds(4);
  act(stop);
  seconds(10);
  expect(address()).toBe('/');
  expect(heardNow()).toHaveTextContent('Not started.');
  expect(screen.queryByRole('link')).toBeNull();
});

it.each(['Tab', 'ArrowDown', 'PageDown'])('continues when the visitor presses %s', (key) => {
  fireEvent.keyDown(document.body, { key });
  seconds(5);
  expect(address()).toMatch(/^\/preview/);
});

it('starts immediately when its link is clicked', () => {
  fireEvent.click(screen.getByRole('link', { name: 'Start now' }));
  expect(address()).toMatch(/^\/preview/);
});

it('starts nothing after it is unmounted', () => {
  const link = screen.getByRole('link');
  const followed = jest.spyOn(link, 'click');
  seconds(4);
  unmount();
  seconds(5);
  expect(followed).not.toHaveBeenCalled();
});

it('announces nothing if it starts immediately, because nobody could cancel it', () => {
  unmount();
  renderAt('/', <AutoStart info={videoInfo()} format={format()} atOnce />, siteConfig(), texts);
  expect(heardNow()).toBeEmptyDOMElement();
  seconds(1);
  expect(address()).toMatch(/^\/preview/);
});
