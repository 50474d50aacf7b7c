import type { ErrorCode } from '@dipper/contract';
import { canonicalPageUrl } from '@dipper/media';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressFailed } from '../../infra/egress/egress-error.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { VisitorLeft } from '../../infra/limits/visitor.js';
import { PageLinkService } from './page-link.service.js';
import type { DomainConfigService } from '../../config/domain-config.service.js';
import { BlockList, parseBlockRule } from '../../infra/sites/block-list.js';
import type { SiteSettings } from '../../infra/sites/site-settings.js';
import { SiteGate } from './site-gate.js';
import { withoutDeadlines } from '../../infra/testing/without-deadlines.js';

const egress = new EgressService({ allow: parseEgressAllow(''), ownHosts: [], ownEndpoints: [] });
const OPEN = { pass: (): void => undefined };
const links = new PageLinkService(egress, OPEN);
const OWN = 'dipper.example:3000';

afterAll(() => egress.onApplicationShutdown());

withoutDeadlines();

describe('PageLinkService', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&utm_source=x',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'youtube',
    ],
    [
      '看看这个视频 https://www.bilibili.com/video/BV1GJ411x7h7？',
      'https://www.bilibili.com/video/BV1GJ411x7h7',
      'bilibili',
    ],
    ['https://site.example/watch/1#top', 'https://site.example/watch/1', null],
    ['  HTTPS://Site.Example/Watch ', 'https://site.example/Watch', null],
  ])('resolves %j to %s', async (text, url, platform) => {
    const link = await links.resolve(text, OWN);
    expect([link.url.replace(/\/$/, ''), link.platform?.id ?? null]).toEqual([url, platform]);
  });

  it.each<[string, ErrorCode]>([
    ['', 'URL_REQUIRED'],
    ['  \n ', 'URL_REQUIRED'],
    ['a video', 'URL_INVALID'],
    ['youtube.com/watch?v=1', 'URL_INVALID'],
    ['file:///etc/passwd', 'URL_INVALID'],
    ['javascript:alert(1)', 'URL_INVALID'],
    [`https://site.example/${'a'.repeat(9000)}`, 'URL_INVALID'],
    ['http://127.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
    ['http://2130706433/', 'ADDRESS_NOT_ALLOWED'],
    ['http://[::ffff:10.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_NOT_ALLOWED'],
    ['http://dipper.example:3000/api/config', 'ADDRESS_NOT_ALLOWED'],
    ['http://DIPPER.example:3000/', 'ADDRESS_NOT_ALLOWED'],
  ])('rejects %j with %s', async (text, code) => {
    await expect(links.resolve(text, OWN)).rejects.toMatchObject({ code });
  });
});

describe('PageLinkService with a block list', () => {
  const rules = ['https://vimeo.com/channels/example/*', 'twitter.com'].map(parseBlockRule);
  const blocked = new BlockList(rules);
  const gate = new SiteGate(
    { isOff: () => false, isBlocked: (url: string) => blocked.has(url) } as unknown as SiteSettings,
    { forHost: () => ({ config: { supportedPlatforms: [] } }) } as unknown as DomainConfigService,
  );
  const gated = new PageLinkService(egress, gate);

  it.each([
    'https://vimeo.com/channels/example/123456',
    'https://twitter.com/someone/status/1234567890',
    'https://x.com/someone/status/1234567890',
    'https://mobile.twitter.com/someone/status/1234567890?s=20',
  ])('refuses %s in either spelling', async (url) => {
    const refused = { code: 'LINK_BLOCKED' };
    await expect(gated.resolve(url, OWN)).rejects.toMatchObject(refused);
    expect(() => gated.keep(url, OWN)).toThrow(expect.objectContaining(refused) as Error);
  });

  it('lets the other items of the same sites pass', async () => {
    const { url } = await gated.resolve('https://vimeo.com/123456', OWN);
    expect(url).toBe('https://player.vimeo.com/video/123456');
  });
});

describe('PageLinkService with short links', () => {
  let server: http.Server;
  let target = '';
  let asked: http.IncomingHttpHeaders[] = [];
  let leaving: AbortController;
  let guarded: EgressService;

  beforeEach(async () => {
    asked = [];
    leaving = new AbortController();
    server = http.createServer((request, response) => {
      asked.push(request.headers);
      if (request.url === '/short') {
        response.writeHead(302, { location: target }).end();
      } else if (request.url === '/second') {
        response.writeHead(302, { location: 'https://www.facebook.com/reel/1' }).end();
      } else if (request.url === '/silent') {
        leaving.abort(new VisitorLeft());
      } else if (request.url === '/loop') {
        response.writeHead(302, { location: '/loop' }).end();
      } else {
        response.writeHead(200).end('<html>page</html>');
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    guarded = new EgressService({
      allow: parseEgressAllow(`127.0.0.1:${port()}`),
      ownHosts: [],
      ownEndpoints: [],
    });
  });

  afterEach(async () => {
    await guarded.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const port = (): number => (server.address() as AddressInfo).port;

  /**
   * Sends requests for short hosts to our own server. All other requests go through the real guard.
   */
  function following(path: string, gate: Pick<SiteGate, 'pass'> = OPEN): PageLinkService {
    const near = {
      check: (url: string) => guarded.check(url),
      redirectOf: (url: string, options: Parameters<EgressService['redirectOf']>[1]) =>
        guarded.redirectOf(
          url.startsWith('https://') ? `http://127.0.0.1:${port()}${path}` : url,
          options,
        ),
    };
    return new PageLinkService(near as unknown as EgressService, gate);
  }

  it('does not follow a link for a visitor who is refused', async () => {
    const admit = (): void => {
      throw new DomainError('BUSY');
    };
    const visitor = { gone: leaving.signal, admit };
    const links = following('/short');
    await expect(
      links.resolve('https://vm.tiktok.com/ZM8abc/', OWN, visitor),
    ).rejects.toMatchObject({
      code: 'BUSY',
    });
    expect(asked).toEqual([]);
    // A link that need not be followed may be cached, so its admission is decided elsewhere.
    const plain = 'https://www.tiktok.com/@name/video/7123456789012345678';
    await expect(links.resolve(plain, OWN, visitor)).resolves.toMatchObject({ url: plain });
  });

  it.each([
    // Mirrors and interstitial pages are not requested.
    ['https://vm.vxtiktok.com/ZM8abc/', 'https://yewtu.be/watch?v=jNQXAC9IVRw'],
    ['https://bit.ly/3abc', 'https://youtu.be/jNQXAC9IVRw?si=x'],
    [
      'https://t.co/x',
      `https://l.facebook.com/l.php?u=${encodeURIComponent('https://youtu.be/jNQXAC9IVRw')}`,
    ],
  ])('resolves %s, which redirects to %s, without further requests', async (short, location) => {
    target = location;
    await expect(following('/short').resolve(short, OWN)).resolves.toMatchObject({
      url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    });
    expect(asked).toHaveLength(1);
  });

  it('stops when the visitor leaves', async () => {
    const visitor = { gone: leaving.signal, admit: () => undefined };
    const resolved = following('/silent').resolve('https://vm.tiktok.com/ZM8abc/', OWN, visitor);
    await expect(resolved).rejects.toBeInstanceOf(VisitorLeft);
  });

  it('sends the headers of a browser', async () => {
    target = `http://127.0.0.1:${port()}/video/7?utm_source=share`;
    const link = await following('/short').resolve('https://vm.tiktok.com/ZM8abc/', OWN);
    expect(link.url).toBe(`http://127.0.0.1:${port()}/video/7`);
    expect(asked[0]?.['user-agent']).toMatch(/^Mozilla/);
  });

  it.each<[string, string, ErrorCode]>([
    ['a forbidden address', 'http://127.0.0.2:1/x', 'ADDRESS_NOT_ALLOWED'],
    ['another scheme', 'file:///etc/passwd', 'URL_INVALID'],
    ['this server', `http://${OWN}/api/health`, 'ADDRESS_NOT_ALLOWED'],
  ])('does not follow a redirect to %s', async (_, to, code) => {
    target = to;
    await expect(
      following('/short').resolve('https://vm.tiktok.com/ZM8abc/', OWN),
    ).rejects.toMatchObject({ code });
  });

  it.each([
    ['https://www.facebook.com/share/r/AbCdEf123/', 'https://www.facebook.com/reel/1234567890/'],
    ['https://vm.tiktok.com/ZM8abc/', 'https://www.tiktok.com/@name/video/7123456789012345678'],
    ['https://t.co/abc', 'https://x.com/name/status/1234567890'],
  ])('resolves %s to %s without requesting the item page', async (short, item) => {
    target = item;
    const link = await following('/short').resolve(short, OWN);
    expect(link.url).toBe(canonicalPageUrl(item));
    expect(asked).toHaveLength(1);
  });

  it('follows one short link to another', async () => {
    target = 'https://fb.watch/abc/';
    const links = ['/short', '/second'].values();
    const near = {
      check: (url: string) => guarded.check(url),
      redirectOf: () => guarded.redirectOf(`http://127.0.0.1:${port()}${links.next().value}`),
    };
    const link = await new PageLinkService(near as unknown as EgressService, OPEN).resolve(
      'https://t.co/abc',
      OWN,
    );
    expect([link.url, asked.length]).toEqual(['https://www.facebook.com/reel/1', 2]);
  });

  it.each<[off: string, asked: number]>([
    ['tiktok.com', 0],
    ['facebook.com', 1],
  ])('sends no request to a site that is switched off: %s', async (off, count) => {
    target = 'https://www.facebook.com/reel/1/';
    const gate = {
      pass: (url: string) => {
        if (new URL(url).hostname.endsWith(off)) {
          throw new DomainError('PLATFORM_OFF');
        }
      },
    };
    await expect(
      following('/short', gate).resolve('https://vm.tiktok.com/ZM8abc/', OWN),
    ).rejects.toMatchObject({ code: 'PLATFORM_OFF' });
    expect(asked).toHaveLength(count);
  });

  it('gives up on a redirect loop', async () => {
    await expect(
      following('/loop').resolve('https://vm.tiktok.com/ZM8abc/', OWN),
    ).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
    expect(asked).toHaveLength(6);
  });

  it.each<['timeout' | 'connection', ErrorCode]>([
    ['timeout', 'SOURCE_TIMEOUT'],
    ['connection', 'SOURCE_FAILED'],
  ])('reports a failure of the kind %s as %s', async (reason, code) => {
    const failing = {
      check: (url: string) => guarded.check(url),
      redirectOf: () => Promise.reject(new EgressFailed(reason)),
    };
    const service = new PageLinkService(failing as unknown as EgressService, OPEN);
    await expect(service.resolve('https://vm.tiktok.com/ZM8abc/', OWN)).rejects.toMatchObject({
      code,
    });
  });
});
