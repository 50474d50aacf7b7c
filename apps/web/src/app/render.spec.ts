import { defaultDomainConfig } from '@dipper/contract';
import { siteConfig } from '../testing/fixtures.js';
import { render, renderShell } from './render.js';

const inputOf = (path: string, search = '', site = siteConfig()) => {
  return {
    path,
    search,
    site,
    origin: 'https://dipper.example',
    lang: 'en',
    retentionSeconds: 3600,
  };
};
const at = (...input: Parameters<typeof inputOf>) => render(inputOf(...input));

describe('render', () => {
  it('renders the whole home page: title, canonical link, one h1, sections and an enabled form', async () => {
    const page = await at('/');
    const { status, head, html, cacheable, indexable, state, title, description } = page;
    expect([status, cacheable, indexable]).toEqual([200, true, true]);
    // Cards and texts for language models show these.
    expect(title).not.toBe('');
    expect(head).toContain(`property="og:title" content="${title}"`);
    expect(head).toContain(`name="description" content="${description}"`);
    expect(head.match(/<title>/g)).toHaveLength(1);
    expect(head).toContain('<title>Dipper title</title>');
    expect(head).toContain('<link rel="canonical" href="https://dipper.example/"/>');
    expect(head).toContain('"@type":"WebApplication"');
    expect(html).toMatch(/^<div id="app"/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const questions = html.split('id="faq"')[1]?.split('</section>')[0];
    expect(questions?.match(/<details/g)).toHaveLength(5);
    expect(html).toContain('action="/" method="get"');
    expect(html).toMatch(/<input [^>]*name="url"/);
    expect(html).not.toContain('disabled');
    expect(html).not.toContain('style="');
    expect(state).toMatchObject({ site: siteConfig(), origin: 'https://dipper.example' });
    expect(Object.keys(state.texts)).toEqual(['common', 'home', 'search']);
  });

  it('renders an empty, indexable shell for a page that failed to render', async () => {
    const shell = await renderShell(inputOf('/'));
    expect(shell).toMatchObject({ status: 200, html: '', cacheable: false, indexable: true });
    expect(await renderShell(inputOf('/nope'))).toMatchObject({ status: 404, indexable: false });
    expect(await renderShell(inputOf('/preview'))).toMatchObject({ indexable: false });
  });

  it.each(['creators', 'enterprise', 'comprehensive'] as const)(
    'introduces the site to the audience "%s"',
    async (audience) => {
      const site = siteConfig();
      const { html } = await at('/', '', {
        ...site,
        branding: { ...site.branding, targetAudience: audience, name: 'OtherBrand' },
      });
      const intro = /<\/h1><p[^>]*>([^<]+)</.exec(html)?.[1] ?? '';
      expect(intro).toContain('OtherBrand');
      expect(intro.includes('clips')).toBe(audience === 'creators');
      expect(intro.includes('team')).toBe(audience === 'enterprise');
    },
  );

  it("renders the notes on a link with times at the server's first attempt", async () => {
    const { html } = await at('/', '?url=https%3A%2F%2Fvimeo.com%2F1+0%3A05-0%3A12&go=1');
    expect(html).toContain('aria-label="Clip"');
    // React's marker for a part that the browser has to render again.
    expect(html).not.toContain('<!--$!-->');
  });

  it('fills the form from the query and makes that page uncacheable and not indexable', async () => {
    const { html, cacheable, indexable } = await at(
      '/',
      '?url=https%3A%2F%2Fvimeo.com%2F1%22%3E%3Cb%3E',
    );
    expect(html).toContain('value="https://vimeo.com/1&quot;&gt;&lt;b&gt;"');
    expect([cacheable, indexable]).toEqual([false, false]);
  });

  it.each(['?utm_source=a&fbclid=b', '?lang=en'])(
    'ignores %s and stays cacheable',
    async (search) => {
      const { html, cacheable, indexable } = await at('/', search);
      expect([cacheable, indexable]).toEqual([true, true]);
      expect(html).toBe((await at('/')).html);
    },
  );

  // Specification §2: every alias shows its platform's page, even where the quality makes no sense.
  it.each([
    ['/tunein-to-mp4-4k', '/tunein-downloader'],
    ['/apple-podcasts-4k-downloader', '/apple-podcasts-downloader'],
    ['/rednote-to-mp4', '/xiaohongshu-downloader'],
  ])('at the alias %s, shows the text and the canonical link of %s', async (alias, main) => {
    const site = defaultDomainConfig('dipper.example');
    const [one, other] = await Promise.all([at(alias, '', site), at(main, '', site)]);
    expect(one.status).toBe(200);
    expect([one.title, one.description]).toEqual([other.title, other.description]);
    expect(one.head).toContain(`<link rel="canonical" href="https://dipper.example${main}"/>`);
    const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];
    expect(heading(one.html)).toBe(heading(other.html));
  });

  it.each(['/nowhere', '/preview/x', '/index.html'])('responds with 404 for %s', async (path) => {
    const { status, head, html, indexable } = await at(path);
    expect([status, indexable]).toEqual([404, false]);
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('href="/"');
  });

  it.each([
    [
      '?task_id=t&video_format_id=v&audio_format_id=a&title=Clip&source_url=https%3A%2F%2Fvimeo.com%2F1',
      'Processing | Vimeo | Clip',
    ],
    ['?url=https%3A%2F%2Fcdn.example%2Fa.mp4&title=Clip', 'Preview | Unknown Platform | Clip'],
    ['', 'Error: No URL provided'],
  ])('titles the preview page for the query %j', async (search, title) => {
    const { status, head, cacheable } = await at('/preview', search);
    expect([status, cacheable]).toEqual([200, false]);
    expect(head).toContain(`<title>${title}</title>`);
  });
});
