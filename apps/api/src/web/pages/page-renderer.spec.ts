import { Logger } from '@nestjs/common';
import { defaultDomainConfig } from '@dipper/contract';
import type { PageBundle, RenderedPage } from '@dipper/site';
import { type RenderRequest, PageRenderer } from './page-renderer.js';

const manifest = { 'src/entry-client.tsx': { file: 'assets/entry.js' } };

function request(overrides: Partial<RenderRequest> = {}): RenderRequest {
  return {
    version: '1',
    nonce: null,
    site: defaultDomainConfig('dipper.example'),
    origin: 'https://dipper.example',
    path: '/',
    search: '',
    lang: 'en',
    retentionSeconds: 3600,
    ...overrides,
  };
}

function rendererOf(page: () => RenderedPage) {
  const render = jest.fn(() => Promise.resolve().then(page));
  const bundle: PageBundle = {
    render,
    renderShell: () => Promise.resolve(pageOf({ html: '', cacheable: false, indexable: false })),
    renderDocument: ({ page: { html, state }, nonce }) => ({
      html: `${nonce}|${html}|${JSON.stringify(state)}`,
      scripts: ['watch()'],
      styles: [],
    }),
    renderFavicon: () => Promise.resolve('<svg/>'),
    llmsText: () => Promise.resolve(''),
    pictureParts: () => Promise.reject(new Error('asked for pictures')),
    changeDates: () => Promise.resolve(new Map()),
    zipWords: () => Promise.reject(new Error('no zip')),
    pagesOffered: () => ({ languages: ['en', 'de'], posts: [] }),
  };
  const build = { bundle, manifest };
  return { render, build, pages: new PageRenderer(() => Promise.resolve(build)) };
}

const pageOf = (overrides: Partial<RenderedPage> = {}): RenderedPage => ({
  lang: 'en',
  status: 200,
  title: 'Title',
  description: 'Description',
  head: '',
  html: '<div id="app"></div>',
  state: {
    site: defaultDomainConfig('dipper.example'),
    origin: '',
    lang: 'en',
    texts: {},
    retentionSeconds: 3600,
  },
  stuck: { text: '', action: '' },
  cacheable: true,
  indexable: true,
  modules: [],
  ...overrides,
});

describe('PageRenderer', () => {
  it('renders a cacheable page once, and sends everyone the same document', async () => {
    const { render, pages } = rendererOf(() => pageOf());
    expect(pages.known(request())).toBeUndefined();
    const first = await pages.page(request());
    expect(first).toMatchObject({ status: 200, indexable: true, isForAll: true });
    expect(await pages.page(request())).toBe(first);
    expect(pages.known(request())).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('renders a page once for all who request it at the same time', async () => {
    const { render, pages } = rendererOf(() => pageOf());
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => pages.page(request())),
    );
    expect(others.filter((reply) => reply !== first)).toEqual([]);
    const nonces = await Promise.all(
      ['n1', 'n2'].map((nonce) => pages.page(request({ nonce, version: '2' }))),
    );
    expect(nonces.map(({ document }) => document.inline.scripts[0])).toEqual([
      "'nonce-n1'",
      "'nonce-n2'",
    ]);
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('renders an uncacheable page again after those who requested it together', async () => {
    const { render, pages } = rendererOf(() => pageOf({ cacheable: false }));
    await Promise.all([pages.page(request()), pages.page(request())]);
    await pages.page(request());
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('gives each reply of a domain with nonces its own nonce, but renders the page once', async () => {
    const { render, pages } = rendererOf(() => pageOf());
    for (const nonce of ['n1', 'n2']) {
      const { document, isForAll } = await pages.page(request({ nonce }));
      expect(document.plain.toString().slice(0, 3)).toBe(`${nonce}|`);
      expect(document.inline.scripts[0]).toBe(`'nonce-${nonce}'`);
      expect(isForAll).toBe(false);
    }
    expect(render).toHaveBeenCalledTimes(1);
    expect(pages.known(request())).toBeUndefined();
  });

  it('renders a page once for its metadata, without evicting another page', async () => {
    const html = 'x'.repeat(20 * 1024 * 1024);
    const { render, pages } = rendererOf(() => pageOf({ html }));
    await pages.page(request());
    for (const version of ['2', '2', '3']) {
      expect(await pages.about(request({ version }))).toEqual({
        title: 'Title',
        description: 'Description',
      });
    }
    expect(render).toHaveBeenCalledTimes(3);
    await pages.page(request());
    expect(render).toHaveBeenCalledTimes(3);
  });

  it.each([
    [{ version: '2' }],
    [{ path: '/de' }],
    [{ search: '?url=https%3A%2F%2Fa.example' }],
    [{ lang: 'de' }],
    [{ origin: 'http://dipper.example' }],
  ])('renders a separate page for %j', async (overrides) => {
    const { render, pages } = rendererOf(() => pageOf());
    await pages.page(request());
    await pages.page(request(overrides));
    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each(['/DE', '/%64e', '/de/', '/nope', '/?', ''])(
    'caches nothing for %j, because its variants would evict the pages',
    async (path) => {
      const { render, pages } = rendererOf(() => pageOf());
      await pages.page(request({ path }));
      await pages.page(request({ path }));
      expect(render).toHaveBeenCalledTimes(2);
    },
  );

  it('keeps the most recent pages within its memory budget', async () => {
    const html = 'x'.repeat(12 * 1024 * 1024);
    const { render, pages } = rendererOf(() => pageOf({ html }));
    for (const version of ['1', '2', '3', '3', '2', '1']) {
      await pages.page(request({ version }));
    }
    expect(render).toHaveBeenCalledTimes(3 + 1);
  });

  it.each(['?utm_source=a', '?gclid=1&fbclid=2', '?'])(
    'renders a page once for all visitors, whatever campaign they come from: %s',
    async (search) => {
      const { render, pages } = rendererOf(() => pageOf());
      await pages.page(request());
      expect((await pages.page(request({ search }))).indexable).toBe(true);
      expect(render).toHaveBeenCalledTimes(1);
    },
  );

  it('does not cache an uncacheable page', async () => {
    const { render, pages } = rendererOf(() => pageOf({ cacheable: false }));
    await pages.page(request());
    await pages.page(request());
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('sends the plain shell and logs the error when rendering fails, and renders again next time', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    let broken = true;
    const { pages } = rendererOf(() => {
      if (broken) {
        throw new Error('component');
      }
      return pageOf();
    });
    const shell = await pages.page(request());
    expect(shell).toMatchObject({ status: 200, indexable: false });
    expect(shell).toMatchObject({ isForAll: false });
    expect(shell.document.plain.toString()).toContain('null||{"site":');
    expect(log).toHaveBeenCalledTimes(1);
    broken = false;
    expect((await pages.page(request())).document.plain.toString()).toContain('<div id="app">');
    log.mockRestore();
  });

  it('uses a build that was missing at first', async () => {
    const { build } = rendererOf(() => pageOf());
    const load = jest
      .fn<Promise<typeof build>, []>()
      .mockRejectedValueOnce(new Error('no build'))
      .mockResolvedValue(build);
    const pages = new PageRenderer(load);
    await expect(pages.page(request())).rejects.toThrow('no build');
    expect((await pages.page(request())).status).toBe(200);
    await pages.page(request());
    expect(load).toHaveBeenCalledTimes(2);
  });
});
