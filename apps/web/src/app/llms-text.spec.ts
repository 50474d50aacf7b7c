import type { LlmsInput } from '@dipper/site';
import german from '../i18n/de/llms.json';
import { siteConfig } from '../testing/fixtures.js';
import { llmsText } from './llms-text.js';

const { branding, seo } = siteConfig();
const textOf = (site: LlmsInput['site'], pages: LlmsInput['pages'], language = 'en') =>
  llmsText({ site, language, origin: 'https://dipper.example', pages });
const page = { path: '/', title: 'Start', description: 'What it is about' };

it('describes the site and lists its pages with their published addresses', async () => {
  const site = siteConfig({ seo: { ...seo, canonicalUrl: 'https://main.example/' } });
  const pages = [page, { path: '/blog', title: 'Blog', description: 'Posts' }];
  const lines = (await textOf(site, pages)).split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Dipper', '', '> About it']);
  expect(lines.slice(-4)).toEqual([
    '',
    '- [Start](https://main.example/): What it is about',
    '- [Blog](https://main.example/blog): Posts',
    '',
  ]);
  expect(lines.join()).toContain('https://main.example/?url=');
  expect(lines.join()).not.toContain('{{');
});

it.each(['Evil\n# Heading', 'A](https://evil.example)[b', '$& {{origin}} $1'])(
  'escapes the name %j so that it stays on one line and inside one link',
  async (name) => {
    const site = siteConfig({ branding: { ...branding, name } });
    const pages = [{ ...page, title: name, description: `${name}\n- [x](y)` }];
    const text = await textOf(site, pages);
    expect(text.match(/^#+ /gm)).toEqual(['# ', '## ']);
    expect(text.match(/^- \[/gm)).toHaveLength(1);
    expect(text).toMatch(/^- \[(?:[^[\]\\]|\\.)*\]\(https:\/\/dipper\.example\/\): /m);
  },
);

it('uses the requested language, otherwise English', async () => {
  const site = siteConfig();
  const text = await textOf(site, [page], 'de');
  expect(text).toContain(`## ${german.pages}`);
  expect(text).toContain(german.facts[1]);
  expect(await textOf(site, [page], 'xx')).toBe(await textOf(site, [page]));
});
