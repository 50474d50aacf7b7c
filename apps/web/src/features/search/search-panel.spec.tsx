import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { FakeApi } from '../../testing/fake-api.js';
import { format, listInfo, siteConfig, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { DEFAULT_PREFERENCES, defaultDomainConfig, type Preferences } from '@dipper/contract';
import { keepFormatWish } from '../../lib/handover/format-wish.js';
import { SEARCH_AT_ONCE } from '../../lib/handover/search-at-once.js';
import { publishPreferences } from '../../lib/preferences.js';
import { keepResult } from './last-result.js';
import { SearchPanel } from './search-panel.js';
import { useSearch } from './use-search.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';
const { supportedPlatforms } = defaultDomainConfig('dipper.example');
const SITE = siteConfig({ supportedPlatforms });

const field = () => screen.getByRole('textbox', { name: /Link to/ });
const submit = () => screen.getByRole('button', { name: 'Download Now' });
const sent = (api: FakeApi) =>
  api.calls.map(({ body }) => (body as { tweet_url: string }).tweet_url);

function Panel() {
  return <SearchPanel search={useSearch()} />;
}

/** The panel on a page, beside another field and an example. */
const show = (path: string) =>
  renderAt(
    path,
    <>
      <Panel />
      <input aria-label="Another" />
      <Link to={{ search: `?url=${encodeURIComponent(LINK)}` }}>Try it</Link>
    </>,
    SITE,
  );

/** @returns whether the page has taken it. */
function pasteInto(target: Element, text: string): boolean {
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
  window.sessionStorage.clear();
  window.localStorage.clear();
  keepResult(null, '');
});

it.each([
  [
    '/xiaohongshu-downloader',
    'Please enter a valid Xiaohongshu URL or RedNote app message containing a URL',
  ],
  [
    '/rednote-to-mp4',
    'Please enter a valid Xiaohongshu URL or RedNote app message containing a URL',
  ],
  [
    '/bilibili-downloader',
    'Please enter a valid Bilibili URL or Bilibili app message containing a URL',
  ],
  ['/vimeo-downloader', 'Please enter a valid URL (must include http:// or https://)'],
])('says on %s what it takes', async (path, sentence) => {
  show(path);
  await userEvent.setup().type(field(), 'no link{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(api.calls).toEqual([]);
});

it('shows what it finds on its own page, and there again to who comes back', async () => {
  const { unmount } = show('/vimeo-downloader');
  await userEvent.setup().type(field(), 'vimeo.com/1{Enter}');
  expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  expect(sent(api)).toEqual([LINK]);
  expect(screen.getByTestId('address')).toHaveTextContent('/vimeo-downloader');
  unmount();
  const { unmount: leave } = show('/vimeo-downloader');
  expect(screen.getByRole('region', { name: 'Formats' })).toBeVisible();
  leave();
  show('/');
  expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
});

describe('a paste outside of fields', () => {
  it.each([
    [LINK, LINK],
    ['youtu.be/abc', 'https://youtu.be/abc'],
    [`Look at this: ${LINK}!`, LINK],
  ])('of %j is searched', async (text, link) => {
    show('/');
    expect(pasteInto(document.body, text)).toBe(true);
    expect(field()).toHaveValue(link);
    await waitFor(() => expect(sent(api)).toEqual([link]));
    expect(submit()).toHaveFocus();
  });

  it.each(['some words', '', `${LINK} or https://vimeo.com/2`])('of %j is nothing', (text) => {
    show('/');
    expect(pasteInto(document.body, text)).toBe(false);
    expect(field()).toHaveValue('');
  });

  it('is none in another field, which keeps it', () => {
    show('/');
    expect(pasteInto(screen.getByLabelText('Another'), LINK)).toBe(false);
    expect(field()).toHaveValue('');
  });
});

describe('several links', () => {
  const LINKS = ['https://vimeo.com/1', 'https://vimeo.com/2', 'https://vimeo.com/3'];
  const LISTS = 'POST /api/download/lists';
  const asked = () => api.calls.filter(({ call }) => call === LISTS).map(({ body }) => body);

  beforeEach(() => api.on(LISTS, { body: listInfo({ webpage_url: null }) }));

  it.each([
    ['on the page', () => document.body],
    ['into the field', field],
  ])('pasted %s are looked up as one list', async (_, target) => {
    show('/');
    expect(pasteInto(target(), LINKS.join('\r\n'))).toBe(true);
    expect(field()).toHaveValue(LINKS.join(' '));
    expect(screen.getByText('3 links.')).toBeVisible();
    const list = await screen.findByRole('region', { name: 'List' });
    expect(within(list).getAllByRole('checkbox')).toHaveLength(3);
    expect(asked()).toEqual([{ links: LINKS }]);
  });

  it('among words are not glued to each other where the field drops the breaks', async () => {
    show('/');
    await userEvent.setup().type(field(), 'Either');
    expect(pasteInto(field(), 'https://vimeo.com/1?a=\r\nor https://vimeo.com/2\n')).toBe(true);
    expect(field()).toHaveValue('Either https://vimeo.com/1?a= or https://vimeo.com/2');
    expect(api.calls).toEqual([]);
  });

  it('beyond what one list holds are counted, and the first are taken', async () => {
    show('/');
    api.on(LISTS, { body: listInfo({ webpage_url: null }, 50) });
    const many = Array.from({ length: 60 }, (_, at) => `https://vimeo.com/${at}`);
    pasteInto(field(), many.join('\n'));
    expect(await screen.findByText('A list of 60, here the first 50')).toBeVisible();
    expect(asked()).toEqual([{ links: many.slice(0, 50) }]);
  });
});

describe('a list behind a link', () => {
  const list = listInfo();
  const found = () => screen.findByRole('region', { name: 'List' });
  const choices = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);

  beforeEach(() => api.on(SEARCH, { body: list }));

  it('leads to the formats of an entry and back, with the choice as it was', async () => {
    const user = userEvent.setup();
    show('/');
    await user.type(field(), `${list.webpage_url}{Enter}`);
    await found();
    expect(screen.getByText('A list of 3')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /Part 2/ }));
    api.on(SEARCH, { body: videoInfo({ webpage_url: 'https://vimeo.com/3' }) });
    await user.click(screen.getByRole('button', { name: 'Formats of Part 3' }));
    await screen.findByRole('region', { name: 'Formats' });
    expect(field()).toHaveValue('https://vimeo.com/3');
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    await found();
    expect(choices()).toEqual([true, false, true]);
    expect(field()).toHaveValue(list.webpage_url);
    expect(screen.getByRole('button', { name: 'Formats of Part 3' })).toHaveFocus();
  });

  it('is offered by an item that its link names one of', async () => {
    const of = { url: 'https://vimeo.com/showcase/1', title: 'A showcase' };
    api.on(SEARCH, { body: videoInfo({ list: of }) });
    show('/');
    act(() => void pasteInto(document.body, LINK));
    await screen.findByText('Part of the list “A showcase”.');
    api.on(SEARCH, { body: list });
    await userEvent.setup().click(screen.getByRole('button', { name: 'See all' }));
    await found();
    expect(sent(api)).toEqual([LINK, of.url]);
  });
});

describe('for an account', () => {
  const started = () => screen.findByRole('link', { name: 'Start now' });
  const waiting = () => screen.queryByRole('link', { name: 'Start now' });
  const best = () => screen.getAllByRole('link', { name: /^Get / })[0];
  const formats = [
    format({ quality: '1080p', recommended: false }),
    format({ quality: '720p', url: 'b' }),
    format({ quality: '480p', url: 'c', recommended: false }),
  ];

  beforeEach(() => {
    api.on(SEARCH, { body: videoInfo({ formats }) });
    publishPreferences({ ...DEFAULT_PREFERENCES, auto_download: true });
  });
  afterEach(() => act(() => publishPreferences(null)));

  it('its quality is marked, in the same order, also when it changes while it is shown', async () => {
    publishPreferences({ ...DEFAULT_PREFERENCES, default_video_quality: '4k' });
    show('/');
    act(() => void pasteInto(document.body, LINK));
    await screen.findByRole('region', { name: 'Formats' });
    const rows = () => screen.getAllByRole('link', { name: /^\d+p/ }).map((it) => it.textContent);
    const order = [/^1080p/, /^720p/, /^480p/].map((it) => expect.stringMatching(it) as string);
    expect(best()).toHaveTextContent('Get 1080p');
    expect(rows()).toEqual(order);
    const now = { ...DEFAULT_PREFERENCES, default_video_quality: '480p', auto_download: true };
    act(() => publishPreferences(now as Preferences));
    expect(best()).toHaveTextContent('Get 480p');
    expect(rows()).toEqual(order);
    expect(waiting()).toBeNull();
  });

  it('the marked format of a search made here starts, and not again for who comes back', async () => {
    const { unmount } = show('/');
    await userEvent.setup().type(field(), `${LINK}{Enter}`);
    expect(await started()).toHaveAttribute('href', expect.stringContaining('url=b'));
    unmount();
    show('/');
    expect(screen.getByRole('region', { name: 'Formats' })).toBeVisible();
    expect(waiting()).toBeNull();
  });

  it('nothing starts of a link that the address has brought, or of an entry of a list', async () => {
    const { unmount } = show(`/?url=${encodeURIComponent(LINK)}&go=1`);
    await screen.findByRole('region', { name: 'Formats' });
    expect(waiting()).toBeNull();
    unmount();
    api.on(SEARCH, { body: listInfo() });
    show('/tiktok-downloader');
    await userEvent.setup().type(field(), 'https://vimeo.com/showcase/1{Enter}');
    api.on(SEARCH, { body: videoInfo({ formats }) });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Formats of Part 3' }));
    await screen.findByRole('region', { name: 'Formats' });
    expect(waiting()).toBeNull();
  });
});

it('lets the rest of a link be pasted behind its start', async () => {
  show('/');
  await userEvent.setup().type(field(), 'https://youtu.be/');
  expect(pasteInto(field(), 'b.example/x')).toBe(false);
  expect(pasteInto(field(), LINK)).toBe(true);
  await waitFor(() => expect(sent(api)).toEqual([LINK]));
});

it('takes an example of the page, ready to be sent', async () => {
  const user = userEvent.setup();
  show('/vimeo-downloader');
  await user.type(field(), 'no link{Enter}');
  await user.click(screen.getByRole('link', { name: 'Try it' }));
  expect(field()).toHaveValue(LINK);
  await waitFor(() => expect(submit()).toHaveFocus());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByTestId('address')).toHaveTextContent('/vimeo-downloader');
  expect(api.calls).toEqual([]);
});

it('does nothing at / and ? once they are switched off', async () => {
  window.localStorage.setItem('single-keys', 'off');
  show('/');
  await userEvent.setup().keyboard('/');
  expect(field()).not.toHaveFocus();
});

it.each([
  ['/youtube-to-mp3', 'Get Audio'],
  ['/youtube-downloader', 'Get 720p'],
])('offers on %s first what was asked for', async (path, best) => {
  const formats = [
    format({ recommended: true }),
    format({ url: 'a', format_id: 'a', is_audio_only: true, recommended: false }),
  ];
  api.on(SEARCH, { body: videoInfo({ formats }) });
  show(path);
  act(() => void pasteInto(document.body, LINK));
  const card = await screen.findByRole('region', { name: 'Formats' });
  expect(within(card).getAllByRole('link', { name: /^Get / })[0]).toHaveAccessibleName(
    expect.stringContaining(best) as string,
  );
});

it('searches at once over another result, and marks the format of an earlier download', async () => {
  const formats = [
    format({ recommended: true }),
    format({ format_id: 'f360', resolution: '640x360', quality: '360p', recommended: false }),
  ];
  api.on(SEARCH, { body: videoInfo({ formats }) });
  renderAt(
    '/',
    <>
      <Panel />
      <Link
        to={{ search: `?url=${encodeURIComponent(LINK)}` }}
        state={SEARCH_AT_ONCE}
        onClick={() => keepFormatWish({ url: LINK, isAudio: false, quality: '360p MP4' })}
      >
        Make again
      </Link>
    </>,
    SITE,
  );
  const best = () => screen.findAllByRole('link', { name: /^Get / });
  fireEvent.change(field(), { target: { value: 'https://vimeo.com/2' } });
  fireEvent.click(submit());
  expect((await best())[0]).toHaveTextContent('720p');
  fireEvent.click(screen.getByText('Make again'));
  await waitFor(async () => expect((await best())[0]).toHaveTextContent('360p'));
  expect(sent(api)).toEqual(['https://vimeo.com/2', LINK]);
});
