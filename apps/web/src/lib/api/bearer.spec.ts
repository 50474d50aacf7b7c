import type * as Bearer from './bearer.js';

const { dataset } = document.documentElement;

/** The module as a page has it that was just loaded. */
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

it('calls at once for visitors', () => {
  delete dataset['session'];
  const call = jest.fn(sent);
  void fresh().withBearer(call);
  expect(call).toHaveBeenCalledWith({});
});

it('names the signed-in person, also when that code comes late', async () => {
  const { withBearer, provideTokens } = fresh();
  const made = withBearer(sent);
  provideTokens(() => Promise.resolve('t'));
  await expect(made).resolves.toEqual({ Authorization: 'Bearer t' });
});

it.each<[string, (page: typeof Bearer) => void]>([
  ['nothing gives it', () => undefined],
  ['it takes too long', ({ provideTokens }) => provideTokens(() => new Promise(() => undefined))],
  ['there is none', ({ provideTokens }) => provideTokens(() => Promise.resolve(null))],
  ['it fails', ({ provideTokens }) => provideTokens(() => Promise.reject(new Error('no')))],
])('goes without a token after a moment where %s', async (_name, prepare) => {
  const page = fresh();
  prepare(page);
  const made = page.withBearer(sent);
  await jest.advanceTimersByTimeAsync(500);
  await expect(made).resolves.toEqual({});
});
