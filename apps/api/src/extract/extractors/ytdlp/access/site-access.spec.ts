import type { ErrorCode } from '@dipper/contract';
import { Logger } from '@nestjs/common';
import type { ProxySession } from '../../../../infra/egress/forward-proxy.js';
import { SiteAccess } from './site-access.js';

const PAGE = 'https://vimeo.com/1';

function setUp() {
  const proxy = { host: 'a.example', port: 1, label: 'a.example:1', authorization: null };
  const settings = {
    ...{ cookiesOf: () => '/c.txt', proxyOf: () => proxy, extractorArgsOf: () => [] },
    ...{ noteProxy: jest.fn(), noteCookies: jest.fn() },
  };
  const copy = jest.fn(() =>
    Promise.resolve({ file: '/copy.txt', remove: () => Promise.resolve() }),
  );
  const openSession = () => ({ close: () => undefined }) as unknown as ProxySession;
  return { access: new SiteAccess(settings, { openSession }, { copy }), settings, copy };
}

it.each<[ErrorCode | null, proxy: boolean | null, cookies: boolean | null]>([
  [null, true, true],
  ['SOURCE_BLOCKED', false, false],
  ['SOURCE_RATE_LIMITED', false, false],
  ['LOGIN_REQUIRED', null, null],
  ['MEDIA_PRIVATE', null, null],
  ['SOURCE_TIMEOUT', null, null],
  ['SOURCE_FAILED', null, null],
])(
  'records a page that ends with %j as %j for the proxy, and as %j for cookies',
  async (...row) => {
    const [code, ofProxy, ofCookies] = row;
    const { access, settings } = setUp();
    (await access.open(PAGE, 1)).ended(code);
    expect(settings.noteProxy.mock.calls.map(([, worked]) => worked as boolean)).toEqual(
      ofProxy === null ? [] : [ofProxy],
    );
    expect(settings.noteCookies.mock.calls.map(([, , worked]) => worked as boolean)).toEqual(
      ofCookies === null ? [] : [ofCookies],
    );
  },
);

it('logs once that a cookie file cannot be read, and reads pages without it', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const { access, copy } = setUp();
  copy.mockRejectedValue(new Error('cannot be read (EACCES)'));
  expect((await access.open(PAGE, 1)).cookiesFile).toBeNull();
  await access.open(PAGE, 1);
  expect(warned.mock.calls).toEqual([
    ['Reading vimeo pages without cookies: /c.txt cannot be read (EACCES)'],
  ]);
  warned.mockRestore();
});
