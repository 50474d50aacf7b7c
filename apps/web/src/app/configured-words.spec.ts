import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import { render } from './render.js';

type Edit = (site: DomainConfig) => void;

async function home(edit: Edit): Promise<string> {
  const site = structuredClone(defaultDomainConfig('dipper.example'));
  edit(site);
  const origin = 'https://dipper.example';
  const page = await render({
    ...{ path: '/', search: '', lang: 'en', origin, retentionSeconds: 3600, site },
  });
  return page.head + page.html;
}

const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];
/** Returns the offset at which each name first appears in the page. */
const order = (html: string, ...names: string[]) => names.map((name) => html.indexOf(`>${name}<`));
const row = (site: DomainConfig, id: string) => {
  const found = site.supportedPlatforms.find((it) => it.id === id);
  if (found === undefined) {
    throw new Error(`no ${id}`);
  }
  return found;
};

it.each<[string, Edit, string | undefined]>([
  ['a tagline', ({ branding }) => (branding.tagline = 'Tides & shells'), 'Tides &amp; shells'],
  ['the brand name without a tagline', ({ branding }) => (branding.tagline = ''), 'Dipper'],
])('uses %s as the heading', async (_, edit, expected) => {
  expect(heading(await home(edit))).toBe(expected);
});

it.each<[string, Edit, string]>([
  ['the name', ({ branding }) => (branding.name = 'Ebbcast'), 'Ebbcast'],
  ['the slogan', ({ branding }) => (branding.slogan = 'Kept past the tide'), 'Kept past the tide'],
  ['the address', ({ contact }) => (contact.email = 'a@b.example'), 'href="mailto:a@b.example"'],
  [
    'a social media account',
    ({ contact }) => (contact.socialMedia.x = 'https://x.com/a'),
    'https://x.com/a',
  ],
  ['the title', ({ seo }) => (seo.title = 'All of it'), '<title>All of it</title>'],
  ['the description', ({ seo }) => (seo.description = 'Own words'), 'content="Own words"'],
  ['the keywords', ({ seo }) => (seo.keywords = ['tide', 'pod']), 'content="tide, pod"'],
  [
    'the canonical origin',
    ({ seo }) => (seo.canonicalUrl = 'https://a.example'),
    'href="https://a.example/"',
  ],
  ['the name of a platform', (site) => (row(site, 'vimeo').displayName = 'Vim'), '>Vim<'],
])('shows %s when it is configured', async (_, edit, text) => {
  expect(await home(edit)).toContain(text);
  expect(await home(() => undefined)).not.toContain(text);
});

it('says "downloader" in its heading and has a description that search engines show in full', async () => {
  const html = await home(() => undefined);
  expect(heading(html)).toMatch(/downloader/);
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(description.length).toBeGreaterThanOrEqual(140);
  expect(description.length).toBeLessThanOrEqual(160);
});

it('orders platforms by priority and omits disabled ones', async () => {
  const [vimeo = 0, youtube = 0] = order(await home(() => undefined), 'Vimeo', 'YouTube');
  expect(youtube).toBeLessThan(vimeo);
  const other = await home((site) => (row(site, 'vimeo').priority = -1));
  const [first = 0, second = 0] = order(other, 'Vimeo', 'YouTube');
  expect(first).toBeLessThan(second);
  const off = await home((site) => (row(site, 'vimeo').enabled = false));
  expect(off).not.toContain('Vimeo');
});
