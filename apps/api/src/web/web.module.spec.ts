import type { DomainConfig } from '@dipper/contract';
import type { LlmsInput, PagesOffered, PictureParts } from '@dipper/site';
import { Controller, Get, Global, type INestApplication, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { DomainConfigService } from '../config/domain-config.service.js';
import { parseEnv } from '../infra/env/env.js';
import { EnvModule } from '../infra/env/env.module.js';
import { DomainErrorFilter } from '../infra/http/reply/domain-error.filter.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { PageDocument } from './pages/page-document.js';
import {
  type PageMetadata,
  type PageKey,
  type PageReply,
  type RenderRequest,
  Pages,
  type VersionedInput,
} from './pages/page-renderer.js';
import { ShareModule } from '../share/share.module.js';
import { ShareService } from '../share/share.service.js';
import { SharedThumbnails } from '../share/shared-thumbnails.js';
import { StatusModule } from '../status/status.module.js';
import { StatusService } from '../status/status.service.js';
import { WebModule } from './web.module.js';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

class FakePages extends Pages {
  asked: RenderRequest[] = [];
  kept: PageReply | undefined;

  override page(request: RenderRequest): Promise<PageReply> {
    this.asked.push(request);
    const found = request.path === '/';
    const written = { html: `<!doctype html>${'x'.repeat(3000)}`, scripts: ['a()'], styles: [] };
    const isForAll = found && request.search === '' && request.nonce === null;
    const document = new PageDocument(written, request.nonce, isForAll);
    const reply = { status: found ? 200 : 404, indexable: found, isForAll, document };
    this.kept = isForAll ? reply : this.kept;
    return Promise.resolve(reply);
  }

  override known({ path }: PageKey): PageReply | undefined {
    return path === '/' ? this.kept : undefined;
  }

  override favicon(): Promise<string> {
    return Promise.resolve(SVG);
  }

  override about({ path }: VersionedInput): Promise<PageMetadata> {
    return Promise.resolve({ title: `About ${path}`, description: 'Description' });
  }

  override pictureParts({ branding }: DomainConfig): Promise<PictureParts> {
    return Promise.resolve({
      name: branding.name,
      favicon: SVG,
      backdrop: SVG,
      catch: {
        behind: SVG,
        front: SVG,
        figure: { svg: SVG, width: 198, height: 140 },
        margin: '#ffffff',
      },
      font: branding.font,
      colours: { text: '#000000', onWater: '#ffffff' },
    });
  }

  override llmsText({ origin, pages }: LlmsInput): Promise<string> {
    return Promise.resolve([origin, ...pages.map(({ path, title }) => `${path} ${title}`)].join());
  }

  override changeDates(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map([['/blog', '2026-11-02']]));
  }

  override offered(): Promise<PagesOffered> {
    return Promise.resolve({ languages: ['en', 'de'], posts: [] });
  }
}

@Controller('api')
class HealthController {
  @Get('health')
  health() {
    return { status: 'ok' };
  }

  @Get('long')
  long() {
    return { text: 'x'.repeat(3000) };
  }
}

@Module({ controllers: [HealthController] })
class HealthModule {}

/** A fake share module that knows a single short link. */
@Module({
  providers: [
    {
      provide: ShareService,
      useValue: {
        pictureOfPreview: (search: string) =>
          search === '?broken'
            ? Promise.reject(new Error('no database'))
            : Promise.resolve({
                path: `/p/x${search}`,
                url: 'https://i.example/1.jpg',
                grant: 'g',
              }),
        open: (id: string) => Promise.resolve(id === 'known12345' ? '/preview?url=a' : null),
      },
    },
    { provide: SharedThumbnails, useValue: { find: () => Promise.resolve(null) } },
  ],
  exports: [ShareService, SharedThumbnails],
})
class FakeShareModule {}

const STATUS = { platforms: [], waiting: 3, checked_at: '2026-11-23T16:32:00.000Z' };
const statusOf = jest.fn();

@Module({
  providers: [{ provide: StatusService, useValue: { of: statusOf } }],
  exports: [StatusService],
})
class FakeStatusModule {}

/** The programs' module is global. No card is drawn here, so no program runs. */
@Global()
@Module({ providers: [{ provide: ProgramsService, useValue: {} }], exports: [ProgramsService] })
class FakeProgramsModule {}

describe('WebModule', () => {
  let app: INestApplication<Server>;
  let origin: string;
  const pages = new FakePages();

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      // The pages are deliberately imported before the API. Even then, the catch-all route must not
      // serve the API's paths.
      imports: [EnvModule.forRoot(parseEnv({})), FakeProgramsModule, WebModule, HealthModule],
      providers: [{ provide: APP_FILTER, useClass: DomainErrorFilter }],
    })
      .overrideModule(ShareModule)
      .useModule(FakeShareModule)
      .overrideModule(StatusModule)
      .useModule(FakeStatusModule)
      .overrideProvider(Pages)
      .useValue(pages)
      .compile();
    app = module.createNestApplication();
    // Never closes idle connections. After a pause of 5 s on a busy machine, it would close one just
    // when the next test sends a request on it.
    app.getHttpServer().keepAliveTimeout = 0;
    await app.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });

  afterAll(() => app.close());

  it.each(['/og/nope.png', '/icons/1.png'])(
    'answers in JSON that %s does not exist',
    async (path) => {
      const reply = await fetch(origin + path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    },
  );

  it('sends everyone the same page, which shared caches may keep', async () => {
    pages.asked = [];
    const replies = await Promise.all(
      [{}, { 'accept-language': 'de', cookie: 'theme=dark; lang=de' }].map((headers) =>
        fetch(`${origin}/`, { headers: headers as Record<string, string> }),
      ),
    );
    const [first, second] = replies.map(({ headers, status }) => ({
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
    }));
    expect(first).toEqual(second);
    expect(first?.status).toBe(200);
    expect(first?.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      // HSTS covers subdomains only if the operator enables that.
      'strict-transport-security': 'max-age=31536000',
    });
    expect(first?.headers).not.toHaveProperty('x-robots-tag');
    expect(first?.headers).not.toHaveProperty('set-cookie');
    const policy = first?.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)|nonce/);
    expect(policy).toContain(`connect-src 'self' ${origin.replace('http', 'ws')} `);
    expect(pages.asked.every(({ nonce, lang }) => nonce === null && lang === 'en')).toBe(true);
  });

  it('answers 304 while the page is the same', async () => {
    const etag = (await fetch(`${origin}/`)).headers.get('etag') ?? '';
    // Without this header, `fetch` would request a fresh copy.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const same = await fetch(`${origin}/`, { headers });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('cache-control')).toMatch(/^public/);
    const other = { ...headers, 'if-none-match': 'W/"other"' };
    expect((await fetch(`${origin}/`, { headers: other })).status).toBe(200);
  });

  it.each(['/?url=a', '/nowhere', '/preview?url=a'])(
    'does not let shared caches keep %s',
    async (path) => {
      const reply = await fetch(origin + path);
      expect(reply.headers.get('cache-control')).toBe('private, no-cache');
      expect(reply.headers.get('etag')).toMatch(/^W/);
    },
  );

  it('gives each reply of a domain with third-party scripts its own nonce', async () => {
    const domains = app.get(DomainConfigService);
    const { config, version } = domains.forHost('');
    const analytics = { ...config.analytics, adsenseClientId: 'ca-pub-1' };
    pages.asked = [];
    pages.kept = undefined;
    const spied = jest
      .spyOn(domains, 'forHost')
      .mockReturnValue({ config: { ...config, analytics }, version: `${version}-ads` });
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const reply = await fetch(`${origin}/`);
        expect(reply.headers.get('cache-control')).toBe('private, no-cache');
        return reply.headers.get('content-security-policy') ?? '';
      }),
    );
    spied.mockRestore();
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(new Set(nonces).size).toBe(2);
    expect(pages.asked.map(({ nonce }) => nonce).sort()).toEqual([...nonces].sort());
  });

  it.each([
    ['/preview?url=a', '/p/x?url=a'],
    ['/PREVIEW/?url=a', '/p/x?url=a'],
    ['/preview?broken', undefined],
    ['/preview', undefined],
    ['/?url=a', undefined],
  ])('renders %s with the picture %s', async (path, picture) => {
    await fetch(origin + path);
    expect(pages.asked.at(-1)?.sharedPicture?.path).toBe(picture);
  });

  it('renders the status page with the status, which no other page needs', async () => {
    statusOf.mockResolvedValue(STATUS);
    for (const path of ['/', '/status', '/de/status']) {
      await fetch(origin + path);
    }
    expect(pages.asked.slice(-2).map(({ status }) => status)).toEqual([STATUS, STATUS]);
    expect(statusOf).toHaveBeenCalledTimes(2);
  });

  it('renders the status page without the status while the database is down', async () => {
    statusOf.mockRejectedValue(new Error('no database'));
    await fetch(`${origin}/status`);
    expect(pages.asked.at(-1)).not.toHaveProperty('status');
  });

  it("redirects to the site's own card for a short link without a thumbnail", async () => {
    const reply = await fetch(`${origin}/p/known12345/image`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/og/home.png']);
    expect(reply.headers.get('x-robots-tag')).toBe('noindex');
  });

  it.each([
    ['/de/p/known12345', 302, '/de/preview?url=a'],
    ['/DE/P/known12345/?utm_source=x', 302, '/de/preview?url=a'],
    ['/de/p/unknown000', 404, null],
    ['/de/p/x', 404, null],
  ])('answers the short link %s in a language with %d and %j', async (path, status, address) => {
    const reply = await fetch(origin + path, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([status, address]);
    expect(reply.headers.get('x-robots-tag')).toBe('noindex');
  });

  it.each([['/api/health'], ['/api/nope'], ['/assets/none.js']])(
    'sends a policy that allows nothing for a reply that is not a page: %s',
    async (path) => {
      const policy = (await fetch(`${origin}${path}`)).headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).not.toContain('script-src');
    },
  );

  it.each([
    ['/nowhere?a=1', '/nowhere', '?a=1'],
    ['/deep/er/', '/deep/er/', ''],
    ['/%zz?a=%zz', '/%25zz', '?a=%zz'],
  ])('answers 404 with noindex for %s', async (address, path, search) => {
    pages.asked = [];
    const reply = await fetch(`${origin}${address}`);
    expect(reply.status).toBe(404);
    expect(reply.headers.get('x-robots-tag')).toBe('noindex');
    expect(pages.asked).toMatchObject([{ path, search, origin, lang: 'en' }]);
  });

  it('leaves API replies unchanged, and answers unknown API paths in JSON', async () => {
    expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: 'ok' });
    const miss = await fetch(`${origin}/api/nope`);
    expect(miss.status).toBe(404);
    expect(await miss.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
  });

  it('answers HEAD, compresses, and serves an icon and robots.txt', async () => {
    const head = await fetch(`${origin}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const packed = await fetch(`${origin}/`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text()).toHaveLength(3015);
    const best = await fetch(`${origin}/`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(best.headers.get('content-encoding')).toBe('br');
    // Media make up most of what the API sends. They must pass unchanged and with their length.
    const api = await fetch(`${origin}/api/long`, { headers: { 'accept-encoding': 'gzip' } });
    expect(api.headers.get('content-encoding')).toBeNull();
    const icon = await fetch(`${origin}/favicon.svg`);
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await (await fetch(`${origin}/robots.txt`)).text()).toBe(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`,
    );
  });

  it('has a sitemap with the main paths for each language, and one that lists the others', async () => {
    const read = async (path: string) => {
      const reply = await fetch(`${origin}${path}`);
      expect(reply.headers.get('content-type')).toMatch(/^application\/xml/);
      const xml = await reply.text();
      return { xml, listed: [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url) };
    };
    const index = await read('/sitemap.xml');
    expect(index.xml).toContain('<sitemapindex ');
    expect(index.listed).toEqual([`${origin}/sitemap-en.xml`, `${origin}/sitemap-de.xml`]);
    const english = await read('/sitemap-en.xml');
    expect(english.xml).toContain(`${origin}/blog</loc><lastmod>2026-11-02</lastmod>`);
    expect(english.listed[0]).toBe(`${origin}/`);
    expect(english.listed.filter((url) => /\/de(?:\/|$)/.test(url ?? ''))).toEqual([]);
    const german = await read('/sitemap-de.xml');
    expect(german.listed[0]).toBe(`${origin}/de`);
    expect(german.listed).toContain(`${origin}/de/blog`);
    expect((await fetch(`${origin}/sitemap-fr.xml`)).status).toBe(404);
  });

  it.each([
    ['/tutorials?utm_source=a', '/blog?utm_source=a'],
    ['/DE/', '/de'],
    ['/de/4k-tiktok-downloader', '/de/tiktok-downloader'],
    ['/%62log', '/blog'],
    ['//evil.example/blog', null],
    ['/blog', null],
    ['/PREVIEW', null],
    ['/nowhere/', null],
  ])('permanently redirects %s to %j if the operator configures that', async (path, main) => {
    const domains = app.get(DomainConfigService);
    const { config, version } = domains.forHost('');
    const seo = { ...config.seo, aliasMode: 'redirect' as const };
    const asked = jest
      .spyOn(domains, 'forHost')
      .mockReturnValue({ config: { ...config, seo }, version });
    const reply = await fetch(`${origin}${path}`, { redirect: 'manual' });
    asked.mockRestore();
    expect([reply.status === 301, reply.headers.get('location')]).toEqual([main !== null, main]);
    expect(reply.headers.get('cache-control')).toMatch(main === null ? /./ : /max-age=3600$/);
  });

  it('serves a manifest and llms.txt with links to existing pages', async () => {
    const manifest = await fetch(`${origin}/manifest.webmanifest`);
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const shortcut = { name: 'About /podcast-downloader', url: '/podcast-downloader' };
    expect(await manifest.json()).toMatchObject({
      id: '/',
      shortcuts: [shortcut, { url: '/how-to-download-videos' }, { url: '/help-center' }],
    });
    const german = await fetch(`${origin}/manifest.webmanifest?lang=de`);
    expect(await german.json()).toMatchObject({
      ...{ id: '/', lang: 'de', start_url: '/de' },
      shortcuts: [
        { name: 'About /de/podcast-downloader', url: '/de/podcast-downloader' },
        { url: '/de/how-to-download-videos' },
        { url: '/de/help-center' },
      ],
    });
    for (const unknown of ['lang=xx', 'lang=de&lang=de', 'lang[a]=de']) {
      const other = await fetch(`${origin}/manifest.webmanifest?${unknown}`);
      expect(await other.json()).toMatchObject({ lang: 'en', start_url: '/' });
    }
    const llms = await (await fetch(`${origin}/llms.txt`)).text();
    expect(llms).toContain(`${origin},/ About /,/youtube-downloader About /youtube-downloader,`);
    expect(llms).not.toMatch(/\/de[/ ,]|preview/);
    const inGerman = await (await fetch(`${origin}/de/llms.txt`)).text();
    expect(inGerman).toContain('/de/youtube-downloader About /de/youtube-downloader');
    expect((await fetch(`${origin}/fr/llms.txt`)).status).toBe(404);
  });

  it.each([
    ['/icons/48.png', 48, 48],
    ['/icons/192.png', 192, 192],
    ['/icons/maskable-512.png', 512, 512],
    ['/apple-touch-icon.png', 180, 180],
    ['/favicon.ico', 48, 48],
    ['/og/home.png', 1200, 630],
    ['/og/de.png', 1200, 630],
  ])('draws %s once', async (path, width, height) => {
    const reply = await fetch(`${origin}${path}`);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=86400');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    const etag = reply.headers.get('etag') ?? '';
    // Without this header, `fetch` would request a fresh copy.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await fetch(`${origin}${path}`, { headers });
    expect(again.status).toBe(304);
  });

  it.each([
    ...['/icons/47.png', '/icons/0192.png', '/icons/192', '/icons/maskable-.png', '/icons/%00'],
    ...['/og/preview.png', '/og/nope.png', '/og/DE.png', '/og/%64e.png', '/og/home', '/og/'],
    ...['/og/de/.png', '/og//home.png', '/og/..%2fhome.png', '/og/home.png/x', '/og/.png'],
  ])('has no picture at the path %s', async (path) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  });
});
