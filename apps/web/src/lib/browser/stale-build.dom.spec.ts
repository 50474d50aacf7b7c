import { FakeApi } from '@dipper/client/testing';
import { fetchPart, ChunkLoadError, reloadOnce, showOffline } from './stale-build.js';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('fetchPart', () => {
  it('returns the module or throws ChunkLoadError', async () => {
    await expect(fetchPart(() => Promise.resolve(1))).resolves.toBe(1);
    await expect(fetchPart(missing)).rejects.toBeInstanceOf(ChunkLoadError);
  });
});

describe('reloadOnce', () => {
  const open = jest.fn();

  beforeEach(() => {
    window.sessionStorage.clear();
    open.mockReset();
  });
  afterEach(() => jest.restoreAllMocks());

  it('reloads once instead of in a loop', async () => {
    new FakeApi().on('HEAD /', { status: 200 }).install();
    await expect(reloadOnce('/preview?task_id=1', { open })).resolves.toBe(true);
    await expect(reloadOnce('/preview?task_id=1', { open })).resolves.toBe(false);
    expect(open.mock.calls).toEqual([['/preview?task_id=1']]);
  });

  it.each([
    ['there is no network', new FakeApi()],
    ['the server is down', new FakeApi().on('HEAD /', { status: 502 })],
  ])('does not reload when %s', async (_, api) => {
    api.install();
    await expect(reloadOnce('/', { open })).resolves.toBe(false);
    expect(open).not.toHaveBeenCalled();
  });

  it('does not reload if the visitor has left in the meantime', async () => {
    const controller = new AbortController();
    const answer = () => {
      controller.abort();
      return { status: 200 };
    };
    new FakeApi().on('HEAD /', answer).install();
    await expect(reloadOnce('/', { open, signal: controller.signal })).resolves.toBe(false);
    expect(open).not.toHaveBeenCalled();
  });

  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  it.each(['getItem', 'setItem'] as const)(
    'does not reload if storage is blocked (%s)',
    async (name) => {
      new FakeApi().on('HEAD /', { status: 200 }).install();
      jest.spyOn(Storage.prototype, name).mockImplementation(refused);
      await expect(reloadOnce('/', { open })).resolves.toBe(false);
    },
  );

  it('reloads if the clock was set back since the last reload', async () => {
    new FakeApi().on('HEAD /', { status: 200 }).install();
    jest.spyOn(Date, 'now').mockReturnValueOnce(0);
    window.sessionStorage.setItem('reloaded-at', String(365 * 24 * 3600 * 1000));
    await expect(reloadOnce('/', { open })).resolves.toBe(true);
  });
});

describe('showOffline', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

  it.each([
    ['/blog', {}, new FakeApi(), ['/blog']],
    ['/blog', null, new FakeApi(), []],
    ['/offline?back=%2F', {}, new FakeApi(), []],
    ['/de/offline?back=%2Fde', {}, new FakeApi(), []],
    ['/blog/offline-mode', {}, new FakeApi(), ['/blog/offline-mode']],
    ['/blog', {}, new FakeApi().on('HEAD /', { status: 502 }), []],
  ])('%s with the service worker %j', async (address, controller, api, opened) => {
    api.install();
    const open = jest.fn();
    Object.assign(navigator, { serviceWorker: { controller } });
    await expect(showOffline(address, { open })).resolves.toBe(opened.length > 0);
    expect(open.mock.calls.flat()).toEqual(opened);
  });

  it('does nothing if the visitor has left in the meantime', async () => {
    const controller = new AbortController();
    const answer = () => {
      controller.abort();
      throw new TypeError('network error');
    };
    new FakeApi().on('HEAD /', answer).install();
    Object.assign(navigator, { serviceWorker: { controller: {} } });
    const open = jest.fn();
    await expect(showOffline('/blog', { open, signal: controller.signal })).resolves.toBe(false);
    expect(open).not.toHaveBeenCalled();
  });

  it('does nothing without service workers', async () => {
    new FakeApi().install();
    await expect(showOffline('/blog')).resolves.toBe(false);
  });
});
