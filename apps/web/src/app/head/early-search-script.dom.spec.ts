import { FakeApi, FakeStream } from '@dipper/client/testing';
import { fireEvent } from '@testing-library/dom';
import { siteConfig, videoInfo } from '../../testing/fixtures.js';
import {
  EARLY_PLACE,
  takeEarlyReply,
  takeEarlySearch,
} from '../../features/search/before-hydration/early-search.js';
import { searchVideo } from '../../features/search/search-video.js';
import { earlySearch } from './early-search-script.js';
import { stuckNotice } from './stuck-notice.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';
const ENDPOINT = '/api/download-video';

let api: FakeApi;

/** Writes a document's form as the server sends it, and runs the inline script. */
function serve({ hasPlace = true, config = siteConfig() } = {}): void {
  document.body.innerHTML = [
    '<form role="search"><input name="url" /><button type="submit">Go</button></form>',
    hasPlace ? `<div id="${EARLY_PLACE}"></div>` : '',
    stuckNotice({ text: 'Stuck', action: 'Reload' }),
    '<input name="another" />',
  ].join('');
  const script = document.createElement('script');
  script.textContent = earlySearch(config);
  document.head.append(script);
  script.remove();
}

const field = () => document.querySelector('input') as HTMLInputElement;
const button = () => document.querySelector('button');
const isShown = () => 'asked' in document.documentElement.dataset;
const sent = () => api.calls.map(({ body }) => (body as { tweet_url: string }).tweet_url);

/** @returns true if the browser was prevented from submitting the form natively */
function submit(text: string): boolean {
  field().value = text;
  return !fireEvent.submit(field().form as HTMLFormElement);
}

/** @returns true if the browser was prevented from inserting the text itself */
function paste(text: string, target: Element = field()): boolean {
  return !fireEvent.paste(target, { clipboardData: { getData: () => text } });
}

/** Sets whether the browser seems to support modules, which jsdom does not. */
function setModules(has: boolean): void {
  const { prototype } = HTMLScriptElement;
  Reflect.deleteProperty(prototype, 'noModule');
  if (has) {
    Object.defineProperty(prototype, 'noModule', { value: false, configurable: true });
  }
}

beforeEach(() => {
  setModules(true);
  api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
});

afterEach(() => {
  takeEarlySearch();
});

it.each<[how: string, act: (text: string) => boolean]>([
  ['submitted', submit],
  ['pasted into the field', paste],
  ['pasted into the page', (text) => paste(text, document.body)],
])('a link that is %s starts a search immediately', (_how, act) => {
  serve();
  expect(act(LINK)).toBe(true);
  expect(sent()).toEqual([LINK]);
  expect(isShown()).toBe(true);
  expect(field().value).toBe(LINK);
  expect(document.activeElement).toBe(button());
});

it('sends the same request as the app', async () => {
  serve();
  submit(LINK);
  const { signal } = new AbortController();
  await searchVideo({ text: LINK, endpoint: ENDPOINT }, signal).next();
  const [early, own] = api.calls.map(({ body, ...call }) => {
    const { browser_fingerprint, ...rest } = body as { browser_fingerprint: object };
    return { ...call, body: rest, fingerprint: { ...browser_fingerprint, timestamp: 0 } };
  });
  expect(early).toEqual(own);
  expect(Object.keys(early?.fingerprint ?? {})).toContain('user_agent');
});

it('calls the configured server', () => {
  const { api: configured } = siteConfig();
  serve({ config: siteConfig({ api: { ...configured, baseUrl: 'https://api.example' } }) });
  submit(LINK);
  expect(api.calls.map(({ url }) => url)).toEqual([`https://api.example${ENDPOINT}`]);
});

it('the app takes over the request, and can abort it', async () => {
  serve();
  submit(LINK);
  expect(takeEarlySearch()).toBe(LINK);
  expect(isShown()).toBe(false);
  const search = new AbortController();
  const reply = await takeEarlyReply(LINK, search.signal);
  expect(reply?.ok).toBe(true);
  expect(takeEarlyReply(LINK, search.signal)).toBeUndefined();
  search.abort();
  expect(api.signals[0]?.aborted).toBe(true);
});

it.each(['https://vimeo.com/2', null])(
  'the request is aborted when the app searches %j instead',
  (text) => {
    api.on(SEARCH, { stream: new FakeStream() });
    serve();
    submit(LINK);
    takeEarlySearch();
    expect(takeEarlyReply(text, new AbortController().signal)).toBeUndefined();
    expect(api.signals[0]?.aborted).toBe(true);
  },
);

it('a second link replaces the first one, and the same link again does nothing', () => {
  serve();
  submit(LINK);
  submit(LINK);
  expect(sent()).toEqual([LINK]);
  submit('https://vimeo.com/2');
  expect(sent()).toEqual([LINK, 'https://vimeo.com/2']);
  expect(api.signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(takeEarlySearch()).toBe('https://vimeo.com/2');
});

it.each<[act: (text: string) => boolean, text: string, kept: string]>([
  [submit, 'vimeo.com/1', 'vimeo.com/1'],
  [submit, 'look: https://vimeo.com/1 !', 'look: https://vimeo.com/1 !'],
  [submit, `${LINK} 0:12-0:41`, `${LINK} 0:12-0:41`],
  [submit, `${LINK} https://vimeo.com/2`, `${LINK} https://vimeo.com/2`],
])(
  'leaves a text that needs checking to the app, but shows that a search has begun (%#)',
  (act, text, kept) => {
    serve();
    expect(act(text)).toBe(true);
    expect(sent()).toEqual([]);
    expect(isShown()).toBe(true);
    expect(field().value).toBe(kept);
    expect(takeEarlySearch()).toBe(kept);
  },
);

it.each([
  'no link',
  '',
  `${LINK} https://vimeo.com/2`,
  `${LINK},https://vimeo.com/2`,
  `look:\n${LINK}\nnice`,
  `${LINK} 0:41-0:12`,
])('lets the browser paste %j, which is not submitted automatically', (text) => {
  serve();
  expect(paste(text)).toBe(false);
  expect(isShown()).toBe(false);
  expect(sent()).toEqual([]);
  expect(takeEarlySearch()).toBeNull();
});

it('an empty form is not submitted', () => {
  serve();
  expect(submit('  ')).toBe(true);
  expect(document.activeElement).toBe(field());
  expect(isShown()).toBe(false);
});

it('does not touch other fields', () => {
  serve();
  expect(paste(LINK, document.querySelector('[name=another]') as Element)).toBe(false);
  expect(sent()).toEqual([]);
});

it.each<[when: string, prepare: () => void]>([
  [
    'in browsers that cannot run the app',
    () => {
      setModules(false);
      serve();
    },
  ],
  ['on pages without results', () => serve({ hasPlace: false })],
  [
    'once the app has failed to load',
    () => {
      serve();
      document.getElementById('stuck')?.removeAttribute('hidden');
    },
  ],
  [
    'once the app has taken over',
    () => {
      serve();
      takeEarlySearch();
    },
  ],
])('leaves the form alone %s', (_when, prepare) => {
  prepare();
  expect(submit(LINK)).toBe(false);
  expect(paste(LINK)).toBe(false);
  expect(sent()).toEqual([]);
});
