import type * as Bearer from './bearer.js';

const { dataset } = document.documentElement;

/** Loads a fresh module, as a page load does. */
function fresh(): typeof Bearer {
  let loaded!: typeof Bearer;
  jest.isolateModules(() => (loaded = jest.requireActual<typeof Bearer>('./bearer.js')));
  return loaded;
}

const sent = (headers: object) => Promise.resolve(headers);

beforeEach(() => {
  jest.useFakeTimers();
  dataset['session'] = '';
});
afterEach(() => jest.useRealTimers());

it('does not wait for anonymous visitors', () => {
  delete dataset['session'];
  const call = jest.fn(sent);
  void fresh().withBearer(call);
  expect(call).toHaveBeenCalledWith({});
});

it('adds the token, even when its provider is set later', async () => {
  const { withBearer, provideTokens } = fresh();
  const made = withBearer(sent);
  provideTokens(() => Promise.resolve('t'));
  await expect(made).resolves.toEqual({ Authorization: 'Bearer t' });
});

it.each<[string, (page: typeof Bearer) => void]>([
  ['no provider is set', () => undefined],
  [
    'the provider takes too long',
    ({ provideTokens }) => provideTokens(() => new Promise(() => undefined)),
  ],
  ['there is no token', ({ provideTokens }) => provideTokens(() => Promise.resolve(null))],
  [
    'the provider fails',
    ({ provideTokens }) => provideTokens(() => Promise.reject(new Error('no'))),
  ],
])('sends no token after 500 ms when %s', async (_name, prepare) => {
  const page = fresh();
  prepare(page);
  const made = page.withBearer(sent);
  await jest.advanceTimersByTimeAsync(500);
  await expect(made).resolves.toEqual({});
});
