import type { DomainConfig } from '@dipper/contract';
import { defaultDomainConfig } from '@dipper/contract';
import { POSTS } from '../../content/post-ids.js';
import { render } from '../render.js';

const HOSTILE = `</script><script>alert('x')</script> & "Q" $&`;
const ORIGIN = 'https://dipper.example';
const plain = defaultDomainConfig('dipper.example');

interface Thing {
  readonly '@type': string;
  readonly [key: string]: unknown;
}

async function pageAt(path: string, site: DomainConfig = plain) {
  const { head, html } = await render({
    ...{ path, search: '', site, origin: ORIGIN, lang: 'en', retentionSeconds: 3600 },
  });
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const data = scripts.map(
    ([, json = '']) => JSON.parse(json) as { readonly '@graph': readonly Thing[] },
  );
  return { graph: data[0]?.['@graph'] ?? [], count: scripts.length, head, html };
}

/** Extracts the visible text of a page. */
const textOf = (html: string) =>
  html.replace(/<!-- -->|<[^>]+>/g, '').replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => {
    return { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }[name] ?? '';
  });
const post = `/blog/${POSTS[0] ?? ''}`;

it.each([
  ['/', ['Organization', 'WebSite', 'WebApplication', 'HowTo', 'FAQPage']],
  ['/youtube-downloader', ['Organization', 'BreadcrumbList', 'WebApplication', 'HowTo', 'FAQPage']],
  ['/podcast-downloader', ['Organization', 'BreadcrumbList', 'WebApplication', 'HowTo', 'FAQPage']],
  ['/how-to-download-videos', ['Organization', 'BreadcrumbList', 'Article']],
  ['/blog', ['Organization', 'BreadcrumbList']],
  [post, ['Organization', 'BreadcrumbList', 'BlogPosting']],
  ['/terms-glossary', ['Organization', 'BreadcrumbList', 'DefinedTermSet']],
  ['/privacy-policy', ['Organization', 'BreadcrumbList']],
  ['/preview', []],
  ['/nowhere', []],
])('%s has the types %j', async (path, types) => {
  const { graph, count } = await pageAt(path);
  expect(count).toBe(types.length === 0 ? 0 : 1);
  expect(graph.map((thing) => thing['@type'])).toEqual(types);
  expect(JSON.stringify(graph)).not.toMatch(/\{\{|undefined|null|aggregateRating/);
});

it.each([
  ['/', plain],
  ['/', { ...plain, authentication_enabled: true }],
  ['/youtube-downloader', plain],
  ['/podcast-downloader', plain],
])('for %s, lists the questions and answers that are visible on that page', async (path, site) => {
  const { graph, html } = await pageAt(path, site);
  const faq = graph.find((thing) => thing['@type'] === 'FAQPage') as unknown as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[];
  };
  const shown = textOf(html);
  expect(faq.mainEntity).toHaveLength(5);
  const missing = faq.mainEntity
    .flatMap(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])
    .filter((text) => !shown.includes(text));
  expect(missing).toEqual([]);
});

it.each([
  ['/tiktok-to-mp4', ['/', '/tiktok-downloader']],
  ['/tutorials', ['/', '/blog']],
  [post, ['/', '/blog', post]],
])('builds the breadcrumbs of %s from published addresses', async (path, steps) => {
  const { seo } = plain;
  const site = { ...plain, seo: { ...seo, canonicalUrl: 'https://main.example' } };
  const { graph } = await pageAt(path, site);
  const trail = graph.find((thing) => thing['@type'] === 'BreadcrumbList') as unknown as {
    itemListElement: { position: number; name: string; item: string }[];
  };
  expect(trail.itemListElement.map(({ item }) => item)).toEqual(
    steps.map((step) => `https://main.example${step}`),
  );
  expect(trail.itemListElement.every(({ name }) => name.length > 0)).toBe(true);
});

it.each(['/', '/youtube-downloader', post, '/terms-glossary'])(
  'escapes a hostile brand name at %s',
  async (path) => {
    const branding = { ...plain.branding, name: HOSTILE };
    const { graph, head } = await pageAt(path, { ...plain, branding });
    expect(graph[0]).toMatchObject({ '@type': 'Organization', name: HOSTILE });
    expect(head).not.toContain('<script>alert');
  },
);
