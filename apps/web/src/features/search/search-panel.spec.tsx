import { FakeApi } from '@dipper/client/testing';
// oxlint-disable max-lines -- the states of one panel, which share their setup
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useNavigate } from 'react-router-dom';
import { format, listInfo, siteConfig, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { DEFAULT_PREFERENCES, defaultDomainConfig, type Preferences } from '@dipper/contract';
import { leave } from '../../entities/media/handover/handover.js';
import { searchLink } from '../../entities/media/handover/search-link.js';
import { keepSavesAtOnce } from '../../entities/task/at-once/save-at-once.js';
import { publishPreferences } from '../../entities/session/preferences.js';
import { SearchPanel } from './search-panel.js';
import { useSearch } from './use-search.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';
const { supportedPlatforms } = defaultDomainConfig('dipper.example');
const SITE = siteConfig({ supportedPlatforms });

const address = () => screen.getByTestId('address');
const field = () => screen.getByRole('textbox', { name: /Link to/ });
const submit = () => screen.getByRole('button', { name: 'Download Now' });
const sent = (api: FakeApi) =>
  api.calls.map(({ body }) => (body as { tweet_url: string }).tweet_url);

function Panel() {
  return <SearchPanel search={useSearch()} />;
}

/** Renders the panel on a page, with another field and an example. */
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

/** Renders the panel with stand-ins for the browser's own buttons. */
function renderSteps() {
  function Steps() {
    const navigate = useNavigate();
    return (
      <>
        <button onClick={() => navigate(-1)}>Back</button>
        <button onClick={() => navigate(1)}>Forward</button>
      </>
    );
  }
  renderAt(
    '/',
    <>
      <Panel />
      <Steps />
    </>,
    SITE,
  );
  return {
    go: (name: string) => userEvent.setup().click(screen.getByRole('button', { name })),
  };
}

/**
 * Pastes text into an element.
 * @returns whether the page handled it
 */
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
  leave({ result: null, earlier: [] });
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
])('on %s, states which links it accepts', (path, sentence) => {
  show(path);
  submitLink('no link');
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(api.calls).toEqual([]);
});

describe('with a search that was submitted before hydration', () => {
  afterEach(() => {
    window.earlySearch = undefined;
  });
  const PATH = `/?url=${encodeURIComponent(LINK)}&go=1`;

  it.each([
    ['another link', 'https://vimeo.com/2'],
    ['the same link', LINK],
  ])('searches only that text if the address asks for %s', async (_which, early) => {
    window.earlySearch = { text: early };
    show(PATH);
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(field()).toHaveValue(early);
    await waitFor(() =>
      expect(address()).toHaveTextContent(`/?url=${encodeURIComponent(early)}&go=1`),
    );
    expect(sent(api)).toEqual([early]);
  });

  it('aborts its request if the text is refused', async () => {
    const control = new AbortController();
    const reply = new Promise<Response>(() => undefined);
    window.earlySearch = { text: 'https://?', reply, control };
    show('/');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(control.signal.aborted).toBe(true);
  });
});

it('shows the result on its own page, and again when the visitor returns to its address', async () => {
  const PLACE = `/vimeo-downloader?url=${encodeURIComponent(LINK)}&go=1`;
  const { unmount } = show('/vimeo-downloader');
  submitLink('vimeo.com/1');
  expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  expect(sent(api)).toEqual([LINK]);
  await waitFor(() => expect(address()).toHaveTextContent(PLACE));
  unmount();
  const { unmount: unmountAgain } = show(PLACE);
  expect(screen.getByRole('region', { name: 'Formats' })).toBeVisible();
  unmountAgain();
  show('/');
  expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
});

describe('pasting outside fields', () => {
  it.each([
    [LINK, LINK],
    ['youtu.be/abc', 'https://youtu.be/abc'],
    [`Look at this: ${LINK}!`, LINK],
  ])('searches %j', async (text, link) => {
    show('/');
    expect(pasteInto(document.body, text)).toBe(true);
    expect(field()).toHaveValue(link);
    expect(submit()).toHaveFocus();
    await waitFor(() => expect(sent(api)).toEqual([link]));
  });

  it.each(['some words', '', `${LINK} or https://vimeo.com/2`])('ignores %j', (text) => {
    show('/');
    expect(pasteInto(document.body, text)).toBe(false);
    expect(field()).toHaveValue('');
  });

  it('leaves the text to another field', () => {
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
  ])('are searched as one list when pasted %s', async (_, target) => {
    show('/');
    expect(pasteInto(target(), LINKS.join('\r\n'))).toBe(true);
    expect(field()).toHaveValue(LINKS.join(' '));
    expect(screen.getByText('3 links.')).toBeVisible();
    const list = await screen.findByRole('region', { name: 'List' });
    expect(within(list).getAllByRole('checkbox')).toHaveLength(3);
    expect(asked()).toEqual([{ links: LINKS }]);
  });

  it('are separated by spaces where the field drops line breaks', () => {
    show('/');
    fireEvent.change(field(), { target: { value: 'Either' } });
    expect(pasteInto(field(), 'https://vimeo.com/1?a=\r\nor https://vimeo.com/2\n')).toBe(true);
    expect(field()).toHaveValue('Either https://vimeo.com/1?a= or https://vimeo.com/2');
    expect(api.calls).toEqual([]);
  });

  it('are counted beyond the limit of a list, but only the first ones are used', async () => {
    show('/');
    api.on(LISTS, { body: listInfo({ webpage_url: null }, 50) });
    const many = Array.from({ length: 60 }, (_, at) => `https://vimeo.com/${at}`);
    pasteInto(field(), many.join('\n'));
    expect(await screen.findByText('First 50 of 60 entries')).toBeVisible();
    expect(asked()).toEqual([{ links: many.slice(0, 50) }]);
  });
});

describe('a list found at a link', () => {
  const list = listInfo();
  const found = () => screen.findByRole('region', { name: 'List' });
  const choices = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);

  beforeEach(() => api.on(SEARCH, { body: list }));

  it('opens the formats of an entry and returns with the same selection', async () => {
    const user = userEvent.setup();
    show('/');
    submitLink(list.webpage_url ?? '');
    await found();
    expect(screen.getByText('List of 3 entries')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /Part 2/ }));
    api.on(SEARCH, { body: videoInfo({ webpage_url: 'https://vimeo.com/3' }) });
    await user.click(screen.getByRole('button', { name: 'Formats for Part 3' }));
    await screen.findByRole('region', { name: 'Formats' });
    expect(field()).toHaveValue('https://vimeo.com/3');
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    await found();
    expect(choices()).toEqual([true, false, true]);
    expect(field()).toHaveValue(list.webpage_url);
    // The list returns the focus in an effect after it has appeared.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Formats for Part 3' })).toHaveFocus(),
    );
  });

  it('has an address, as do its entries, and Back and Forward lead to them', async () => {
    const user = userEvent.setup();
    const listUrl = encodeURIComponent(list.webpage_url ?? '');
    const steps = renderSteps();
    submitLink(list.webpage_url ?? '');
    await found();
    await waitFor(() => expect(address()).toHaveTextContent(`/?url=${listUrl}&go=1`));
    api.on(SEARCH, { body: videoInfo({ webpage_url: 'https://vimeo.com/3' }) });
    await user.click(screen.getByRole('button', { name: 'Formats for Part 3' }));
    await screen.findByRole('region', { name: 'Formats' });
    const entry = `/?url=${encodeURIComponent('https://vimeo.com/3')}&go=1`;
    await waitFor(() => expect(address()).toHaveTextContent(entry));
    await steps.go('Back');
    await found();
    expect(address()).toHaveTextContent(`/?url=${listUrl}&go=1`);
    expect(field()).toHaveValue(list.webpage_url);
    await steps.go('Forward');
    await screen.findByRole('region', { name: 'Formats' });
    expect(address()).toHaveTextContent(entry);
    // If the address were searched too, the list or the entry would be requested twice.
    expect(sent(api)).toEqual([list.webpage_url, 'https://vimeo.com/3', 'https://vimeo.com/3']);
  });

  it('is offered for an item whose link belongs to a list', async () => {
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

describe('on a device that downloads the recommended format immediately', () => {
  const address = () => screen.getByTestId('address').textContent;
  const choice = () => screen.queryByRole('checkbox', { name: /^Prepare the recommended format/ });

  it('starts the recommended format of a pasted link without a click', async () => {
    keepSavesAtOnce(true);
    show('/');
    act(() => void pasteInto(document.body, LINK));
    await waitFor(() => expect(address()).toMatch(/^\/preview/));
  });

  it('starts nothing once the setting has been switched off beside the form', async () => {
    keepSavesAtOnce(true);
    show('/');
    fireEvent.click(choice() as HTMLElement);
    expect(choice()).not.toBeChecked();
    act(() => void pasteInto(document.body, LINK));
    await screen.findByRole('region', { name: 'Formats' });
    await waitFor(() => expect(address()).toBe(`/?url=${encodeURIComponent(LINK)}&go=1`));
    expect(screen.queryByRole('link', { name: 'Start now' })).toBeNull();
  });

  it('starts nothing for a link from the address', async () => {
    keepSavesAtOnce(true);
    show(`/?url=${encodeURIComponent(LINK)}&go=1`);
    await screen.findByRole('region', { name: 'Formats' });
    expect(screen.queryByRole('link', { name: 'Start now' })).toBeNull();
  });

  it('does not offer the setting before a file has been saved', () => {
    show('/');
    expect(choice()).toBeNull();
  });
});

describe('with account preferences', () => {
  const started = () => screen.findByRole('link', { name: 'Start now' });
  const waiting = () => screen.queryByRole('link', { name: 'Start now' });
  const best = () => screen.getAllByRole('link', { name: /^Download / })[0];
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

  it('recommends the preferred quality without reordering, even after a change', async () => {
    publishPreferences({ ...DEFAULT_PREFERENCES, default_video_quality: '4k' });
    show('/');
    act(() => void pasteInto(document.body, LINK));
    await screen.findByRole('region', { name: 'Formats' });
    const rows = () => screen.getAllByRole('link', { name: /^\d+p/ }).map((it) => it.textContent);
    const order = [/^1080p/, /^720p/, /^480p/].map((it) => expect.stringMatching(it) as string);
    expect(best()).toHaveTextContent('Download 1080p');
    expect(rows()).toEqual(order);
    const now = { ...DEFAULT_PREFERENCES, default_video_quality: '480p', auto_download: true };
    act(() => publishPreferences(now as Preferences));
    expect(best()).toHaveTextContent('Download 480p');
    expect(rows()).toEqual(order);
    expect(waiting()).toBeNull();
  });

  it('starts the recommended format of a new search, but not that of a restored one', async () => {
    const { unmount } = show('/');
    submitLink(LINK);
    expect(await started()).toHaveAttribute('href', expect.stringContaining('url=b'));
    unmount();
    show(`/?url=${encodeURIComponent(LINK)}&go=1`);
    expect(screen.getByRole('region', { name: 'Formats' })).toBeVisible();
    expect(waiting()).toBeNull();
    expect(sent(api)).toEqual([LINK]);
  });

  it('starts nothing for a link from the address or for an entry of a list', async () => {
    const { unmount } = show(`/?url=${encodeURIComponent(LINK)}&go=1`);
    await screen.findByRole('region', { name: 'Formats' });
    expect(waiting()).toBeNull();
    unmount();
    api.on(SEARCH, { body: listInfo() });
    show('/tiktok-downloader');
    submitLink('https://vimeo.com/showcase/1');
    const third = await screen.findByRole('button', { name: 'Formats for Part 3' });
    api.on(SEARCH, { body: videoInfo({ formats }) });
    await userEvent.setup().click(third);
    await screen.findByRole('region', { name: 'Formats' });
    expect(waiting()).toBeNull();
  });
});

it('lets the visitor paste the rest of a link into the field', async () => {
  show('/');
  fireEvent.change(field(), { target: { value: 'https://youtu.be/' } });
  expect(pasteInto(field(), 'b.example/x')).toBe(false);
  expect(pasteInto(field(), LINK)).toBe(true);
  await waitFor(() => expect(sent(api)).toEqual([LINK]));
});

it('fills in an example from the page', async () => {
  const user = userEvent.setup();
  show('/vimeo-downloader');
  submitLink('no link');
  await user.click(screen.getByRole('link', { name: 'Try it' }));
  expect(field()).toHaveValue(LINK);
  await waitFor(() => expect(submit()).toHaveFocus());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(address()).toHaveTextContent(/^\/vimeo-downloader$/);
  expect(api.calls).toEqual([]);
});

it('keeps a result and its address when an example is filled in', async () => {
  const user = userEvent.setup();
  const other = 'https://vimeo.com/2';
  show('/');
  submitLink(other);
  await screen.findByRole('region', { name: 'Formats' });
  await user.click(screen.getByRole('link', { name: 'Try it' }));
  await waitFor(() => expect(submit()).toHaveFocus());
  expect(field()).toHaveValue(LINK);
  await waitFor(() =>
    expect(address()).toHaveTextContent(`/?url=${encodeURIComponent(other)}&go=1`),
  );
  expect(field()).toHaveValue(LINK);
  expect(sent(api)).toEqual([other]);
});

it('removes the address of a result together with the result', async () => {
  const user = userEvent.setup();
  show('/');
  submitLink(LINK);
  await user.click(await screen.findByRole('button', { name: 'Clear result' }));
  await waitFor(() => expect(address()).toHaveTextContent(/^\/$/));
  expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
  expect(field()).toHaveValue(LINK);
  expect(sent(api)).toEqual([LINK]);
});

it('ignores single-key shortcuts if they are switched off', async () => {
  window.localStorage.setItem('single-keys', 'off');
  show('/');
  await userEvent.setup().keyboard('/');
  expect(field()).not.toHaveFocus();
});

it.each([
  ['/youtube-to-mp3', 'Download Audio'],
  ['/youtube-downloader', 'Download 720p'],
])('on %s, recommends the format that the page is for', async (path, best) => {
  const formats = [
    format({ recommended: true }),
    format({ url: 'a', format_id: 'a', is_audio_only: true, recommended: false }),
  ];
  api.on(SEARCH, { body: videoInfo({ formats }) });
  show(path);
  act(() => void pasteInto(document.body, LINK));
  const card = await screen.findByRole('region', { name: 'Formats' });
  expect(within(card).getAllByRole('link', { name: /^Download / })[0]).toHaveAccessibleName(
    expect.stringContaining(best) as string,
  );
});

it('repeats an earlier download while another result is shown, and recommends its format', async () => {
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
        state={searchLink(LINK).state}
        onClick={() => leave({ format: { url: LINK, isAudio: false, quality: '360p MP4' } })}
      >
        Repeat
      </Link>
    </>,
    SITE,
  );
  const best = () => screen.findAllByRole('link', { name: /^Download / });
  fireEvent.change(field(), { target: { value: 'https://vimeo.com/2' } });
  fireEvent.click(submit());
  expect((await best())[0]).toHaveTextContent('720p');
  fireEvent.click(screen.getByText('Repeat'));
  await waitFor(async () => expect((await best())[0]).toHaveTextContent('360p'));
  expect(sent(api)).toEqual(['https://vimeo.com/2', LINK]);
});
