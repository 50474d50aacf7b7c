import { API, messageReplySchema } from '@dipper/contract';
import { SessionServer, user } from '../../testing/accounts.js';
import type * as CallAs from './call-as.js';
import type * as Current from './current-session.js';
import type * as Session from './session.js';

/** Opens a tab with its own modules but shared storage. */
function openTab() {
  let parts!: typeof CallAs & typeof Current & typeof Session;
  jest.isolateModules(() => {
    parts = {
      ...jest.requireActual<typeof CallAs>('./call-as.js'),
      ...jest.requireActual<typeof Current>('./current-session.js'),
      ...jest.requireActual<typeof Session>('./session.js'),
    };
  });
  const news: string[] = [];
  parts.onSessionNews((told) => news.push(told.type === 'ended' ? told.because : told.type));
  closing.push(parts.startSession());
  const profile = () => parts.callAs(API.profile, messageReplySchema);
  return { ...parts, news, profile, state: () => parts.currentSession().state };
}

/** A lock manager shared by all tabs. */
function locks(): Pick<LockManager, 'request'> {
  let last = Promise.resolve();
  const request = (_name: string, _options: object, call: () => Promise<void>) => {
    last = last.then(call);
    return last;
  };
  return { request } as unknown as LockManager;
}

const closing: (() => void)[] = [];
const stored = () => window.localStorage.getItem('session');
const settle = async () => {
  for (let at = 0; at < 100; at += 1) {
    await Promise.resolve();
  }
};
/** Browsers send this event to every other tab. */
const tellTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));

let server: SessionServer;
beforeEach(() => {
  window.localStorage.clear();
  server = new SessionServer().install();
  Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  closing.splice(0).forEach((close) => close());
});

const REFRESH = 'POST /api/auth/refresh-token';
const ME = 'GET /api/auth/me';
const PROFILE = 'GET /api/auth/profile';

function signedIn(expiresIn = 900) {
  const tab = openTab();
  tab.openSession(server.issue(expiresIn));
  return tab;
}

describe('an authorized call', () => {
  it('sends the token', async () => {
    const tab = signedIn();
    await expect(tab.profile()).resolves.toEqual({ message: PROFILE });
    expect(server.calls).toEqual([PROFILE]);
  });

  it('is repeated with a new token when the first is rejected', async () => {
    const tab = signedIn();
    server.expire();
    await expect(tab.profile()).resolves.toBeDefined();
    expect(server.calls).toEqual([PROFILE, REFRESH, PROFILE]);
    expect(tab.state()).toBe('signed-in');
  });

  it.each([
    ['expires soon', 29],
    ['has expired', 0],
  ])('renews a token that %s before it sends the request', async (_name, seconds) => {
    const tab = signedIn(seconds);
    await tab.profile();
    expect(server.calls).toEqual([REFRESH, PROFILE]);
  });

  it('is not affected by a clock change', async () => {
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    const tab = signedIn(60);
    await tab.profile();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await tab.profile();
    expect(server.count(REFRESH)).toBe(0);
    clock.mockReturnValue(now + 31_000);
    await tab.profile();
    expect(server.count(REFRESH)).toBe(1);
  });

  it('signs out and reports it when the session has ended', async () => {
    const tab = signedIn();
    server.end();
    await expect(tab.profile()).rejects.toMatchObject({
      reply: { status: 401, sentence: 'Session expired. Please login again.' },
    });
    expect([tab.state(), tab.news, stored()]).toEqual([
      'anonymous',
      ['chosen', 'sessionExpired'],
      null,
    ]);
  });

  it('gives up after one retry', async () => {
    const tab = signedIn();
    server.fate = (call) => (call === PROFILE ? 401 : null);
    await expect(tab.profile()).rejects.toThrow('Session expired');
    expect(server.calls).toEqual([PROFILE, REFRESH, PROFILE]);
    expect(tab.state()).toBe('anonymous');
  });

  it('fails when there is no refresh token', async () => {
    const tab = signedIn();
    server.expire();
    window.localStorage.setItem('session', '{"access_token":"a","expires_at":9e15}');
    await expect(tab.profile()).rejects.toThrow('No refresh token available');
    expect(tab.news.at(-1)).toBe('noRefreshToken');
  });

  it.each<[string, ReturnType<SessionServer['fate']>, string]>([
    ['a lost connection', 'cut', 'network'],
    ['a broken server', 502, 'http'],
    ['a busy server', { status: 429, body: { error: 'Busy', code: 'BUSY' } }, 'Busy'],
    ['an error without a message', { status: 500, body: {} }, 'Token refresh failed'],
  ])('keeps the session after %s', async (_name, fate, message) => {
    const tab = signedIn();
    server.expire();
    server.fate = (call) => (call === REFRESH ? fate : null);
    await expect(tab.profile()).rejects.toThrow(message);
    expect(tab.state()).toBe('signed-in');
    server.fate = () => null;
    await expect(tab.profile()).resolves.toBeDefined();
  });

  it('repeats a refresh whose reply was lost', async () => {
    const tab = signedIn();
    server.expire();
    let lost = 0;
    server.fate = (call) => (call === REFRESH && ++lost === 1 ? 'lost' : null);
    await expect(tab.profile()).resolves.toBeDefined();
    expect(server.calls).toEqual([PROFILE, REFRESH, REFRESH, PROFILE]);
  });
});

describe('two tabs', () => {
  it.each(['locks', 'no locks'])('share one refresh with %s', async (has) => {
    if (has === 'no locks') {
      Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    }
    const one = signedIn();
    const other = has === 'locks' ? openTab() : one;
    await settle();
    server.expire();
    await Promise.all([one.profile(), other.profile(), one.profile()]);
    expect(server.count(REFRESH)).toBe(1);
  });

  it('are signed in and out together', async () => {
    const [one, other] = [openTab(), openTab()];
    expect([one.state(), other.state()]).toEqual(['anonymous', 'anonymous']);
    one.openSession(server.issue());
    tellTabs();
    await settle();
    expect(other.currentSession().user).toEqual(user());
    expect(other.news).toEqual([]);
    one.closeSession();
    tellTabs();
    await settle();
    expect([one.state(), other.state()]).toEqual(['anonymous', 'anonymous']);
    expect(server.isAlive()).toBe(false);
  });

  it('do not restore a session that one ends while the other renews it', async () => {
    const [one, other] = [signedIn(), openTab()];
    await settle();
    server.expire();
    server.beforeRefresh = () => {
      server.beforeRefresh = () => undefined;
      one.closeSession();
    };
    await expect(other.profile()).rejects.toThrow();
    await settle();
    expect([stored(), other.state(), server.isAlive()]).toEqual([null, 'anonymous', false]);
  });
});

describe('the start of a page', () => {
  const startWith = async (reply: object) => {
    window.localStorage.setItem('session', JSON.stringify(reply));
    const tab = openTab();
    await settle();
    return tab;
  };
  const kept = () => ({ ...server.issue(), expires_at: Date.now() + 900_000 });

  it('checks the stored token', async () => {
    const tab = await startWith(kept());
    expect([tab.state(), tab.news, server.calls]).toEqual(['signed-in', [], [ME]]);
  });

  it('renews the token when it is rejected', async () => {
    const tokens = kept();
    server.expire();
    const tab = await startWith(tokens);
    expect([tab.state(), server.calls]).toEqual(['signed-in', [ME, REFRESH, ME]]);
  });

  it('drops the session silently when renewing fails', async () => {
    const tokens = kept();
    server.end();
    const tab = await startWith(tokens);
    expect([tab.state(), tab.news, stored()]).toEqual(['anonymous', [], null]);
  });

  it('retries after a lost connection without signing out', async () => {
    server.fate = () => 'cut';
    const tab = await startWith(kept());
    expect(tab.state()).toBe('unknown');
    server.fate = () => null;
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(tab.state()).toBe('signed-in');
  });

  it.each(['{', 'null', '[]', '{"access_token":"a\\nb","expires_at":1}', '{"access_token":7}'])(
    'treats the stored value %s as signed out',
    async (text) => {
      window.localStorage.setItem('session', text);
      const tab = openTab();
      await settle();
      expect([tab.state(), server.calls]).toEqual(['anonymous', []]);
    },
  );
});

it('keeps the session in memory when storage is blocked', async () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
  }
  const tab = signedIn();
  server.expire();
  await expect(tab.profile()).resolves.toBeDefined();
  tab.closeSession();
  expect(tab.state()).toBe('anonymous');
  await settle();
  expect(server.isAlive()).toBe(false);
});

it('ends the session on the server even after the access token expired', async () => {
  const tab = signedIn();
  server.expire();
  tab.closeSession();
  await settle();
  expect(server.isAlive()).toBe(false);
  expect(stored()).toBeNull();
});
