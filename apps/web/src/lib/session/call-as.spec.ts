import { API, messageReplySchema } from '@dipper/contract';
import { SessionServer, user } from '../../testing/accounts.js';
import type * as CallAs from './call-as.js';
import type * as Current from './current-session.js';
import type * as Session from './session.js';

/** One browser tab: code and memory of its own, the storage of all. */
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

/** Locks as browsers have them, for all tabs of this file. */
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
/** What browsers tell every tab but the one that wrote. */
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

describe('an authorised call', () => {
  it('is made with the token', async () => {
    const tab = signedIn();
    await expect(tab.profile()).resolves.toEqual({ message: PROFILE });
    expect(server.calls).toEqual([PROFILE]);
  });

  it('is made again with another token when the first is refused', async () => {
    const tab = signedIn();
    server.expire();
    await expect(tab.profile()).resolves.toBeDefined();
    expect(server.calls).toEqual([PROFILE, REFRESH, PROFILE]);
    expect(tab.state()).toBe('signed-in');
  });

  it.each([
    ['ends soon', 29],
    ['has ended', 0],
  ])('renews a token first that %s', async (_name, seconds) => {
    const tab = signedIn(seconds);
    await tab.profile();
    expect(server.calls).toEqual([REFRESH, PROFILE]);
  });

  it('counts by the steady clock, not by one that is set meanwhile', async () => {
    const tab = signedIn(60);
    await tab.profile();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await tab.profile();
    expect(server.count(REFRESH)).toBe(0);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
    await tab.profile();
    expect(server.count(REFRESH)).toBe(1);
  });

  it('signs out, and says so, when the session is over', async () => {
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

  it('says where there is nothing to renew a token with', async () => {
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
    ['a server without words', { status: 500, body: {} }, 'Token refresh failed'],
  ])('keeps the session for %s', async (_name, fate, message) => {
    const tab = signedIn();
    server.expire();
    server.fate = (call) => (call === REFRESH ? fate : null);
    await expect(tab.profile()).rejects.toThrow(message);
    expect(tab.state()).toBe('signed-in');
    server.fate = () => null;
    await expect(tab.profile()).resolves.toBeDefined();
  });

  it('fetches a lost reply at once with the same token', async () => {
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

  it('do not bring a session back that one of them ends while the other renews it', async () => {
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

  it('renews it when it is refused', async () => {
    const tokens = kept();
    server.expire();
    const tab = await startWith(tokens);
    expect([tab.state(), server.calls]).toEqual(['signed-in', [ME, REFRESH, ME]]);
  });

  it('gives the session up silently when that fails', async () => {
    const tokens = kept();
    server.end();
    const tab = await startWith(tokens);
    expect([tab.state(), tab.news, stored()]).toEqual(['anonymous', [], null]);
  });

  it('asks again after a lost connection, and signs nobody out', async () => {
    server.fate = () => 'cut';
    const tab = await startWith(kept());
    expect(tab.state()).toBe('unknown');
    server.fate = () => null;
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(tab.state()).toBe('signed-in');
  });

  it.each(['{', 'null', '[]', '{"access_token":"a\\nb","expires_at":1}', '{"access_token":7}'])(
    'takes %s in the storage for nobody',
    async (text) => {
      window.localStorage.setItem('session', text);
      const tab = openTab();
      await settle();
      expect([tab.state(), server.calls]).toEqual(['anonymous', []]);
    },
  );
});

it('lives in its page where the browser refuses the storage', async () => {
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

it('ends a session on the server whose access token has ended before', async () => {
  const tab = signedIn();
  server.expire();
  tab.closeSession();
  await settle();
  expect(server.isAlive()).toBe(false);
  expect(stored()).toBeNull();
});
