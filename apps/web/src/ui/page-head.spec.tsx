import type { DomainConfig } from '@dipper/contract';
import { resolve } from '@dipper/site';
import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { I18nProvider } from '../i18n/use-translation.js';
import { createI18n } from '../i18n/create-i18n.js';
import { CurrentPageProvider } from '../site/current-page.js';
import { SiteProvider } from '../site/site.js';
import { siteConfig } from '../testing/fixtures.js';
import { PageHead } from './page-head.js';

const HOSTILE = `"><script>alert('x')</script>&amp;$&`;

interface Place {
  readonly canonicalUrl?: string;
  readonly languages?: readonly string[];
  readonly lang?: string;
  readonly name?: string;
  readonly pages?: DomainConfig['seo']['pages'];
}

/** Renders the head of a page at a path. */
function headAt(
  path: string,
  place: Place = {},
  props: Partial<ComponentProps<typeof PageHead>> = {},
) {
  const {
    canonicalUrl = '',
    languages = ['en', 'de'],
    lang = 'en',
    name = 'Dipper',
    pages = {},
  } = place;
  const { seo, branding } = siteConfig();
  const config = siteConfig({
    seo: { ...seo, canonicalUrl, keywords: ['one', 'two'], pages },
    branding: { ...branding, name },
  });
  render(
    <I18nProvider value={createI18n(lang, {})}>
      <SiteProvider
        value={{ config, origin: 'https://dipper.example', prefix: '', retentionSeconds: 3600 }}
      >
        <CurrentPageProvider value={resolve(path, config, { languages, posts: [] })}>
          <PageHead title="A page" description="What it is about" {...props} />
        </CurrentPageProvider>
      </SiteProvider>
    </I18nProvider>,
  );
}

const contents = (selector: string): (string | null)[] =>
  [...document.head.querySelectorAll(selector)].map((it) => it.getAttribute('content'));
const links = (): string[] =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link')].map(
    ({ rel, hreflang, href }) => `${rel} ${hreflang} ${href}`,
  );

describe('the links of a page', () => {
  it.each([
    ['/', '', 'https://dipper.example', 'https://dipper.example/'],
    ['/DE/', '', 'https://dipper.example', 'https://dipper.example/de'],
    ['/de', 'https://main.example/', 'https://main.example', 'https://main.example/de'],
  ])(
    'of %s with the canonical URL %j list the page itself and every language',
    (path, base, origin, own) => {
      headAt(path, { canonicalUrl: base });
      expect(links()).toEqual([
        `canonical  ${own}`,
        `alternate en ${origin}/`,
        `alternate de ${origin}/de`,
        `alternate x-default ${origin}/`,
      ]);
    },
  );

  it('list no languages if there is only one', () => {
    headAt('/', { languages: ['en'] });
    expect(links()).toEqual(['canonical  https://dipper.example/']);
  });

  it('are absent for a page that is not indexed', () => {
    headAt('/de/preview');
    expect(links()).toEqual([]);
    expect(contents('[name=robots]')).toEqual(['noindex']);
    expect(contents('[name=keywords]')).toEqual([]);
  });
});

describe('the metadata of a page', () => {
  it.each(
    [
      ...['title', 'description', 'site_name', 'locale', 'type', 'url'].map((it) => `og:${it}`),
      ...['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'],
    ].map((property) => `[property="${property}"]`),
  )('has %s exactly once', (selector) => {
    headAt('/');
    expect(contents(selector)).toEqual([expect.stringMatching(/./)]);
  });

  it.each([
    ['description', 'What it is about'],
    ['robots', 'max-image-preview:large'],
    ['keywords', 'one, two'],
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', 'A page | Dipper'],
    ['twitter:description', 'What it is about'],
    ['twitter:image', 'https://dipper.example/og/home.png'],
  ])('has %s exactly once: %j', (name, content) => {
    headAt('/');
    expect(contents(`[name="${name}"]`)).toEqual([content]);
  });

  it.each([
    [{}, 'A page | Dipper'],
    [{ isWhole: true }, 'A page'],
  ])('appends the brand to the title unless the title is complete: %j', (props, title) => {
    headAt('/', {}, props);
    expect([...document.head.querySelectorAll('title')].map((it) => it.textContent)).toEqual([
      title,
    ]);
  });

  it.each([
    ['en', 'en_US'],
    ['de', 'de_DE'],
    ['zh', 'zh_CN'],
    ['zh-Hant', 'zh_TW'],
    ['pt', 'pt_BR'],
    ['ar', 'ar_EG'],
    ['en-XA', 'en_XA'],
  ])('for %s, has the locale %s', (lang, locale) => {
    headAt('/', { lang });
    expect(contents('[property="og:locale"]')).toEqual([locale]);
  });

  it.each([
    ['/', '', 'https://dipper.example/og/home.png'],
    ['/de', 'https://main.example', 'https://main.example/og/de.png'],
    ['/preview', '', 'https://dipper.example/og/home.png'],
    ['/de/nowhere', '', 'https://dipper.example/og/de.png'],
  ])('for %s with the canonical URL %j, has the picture %s', (path, canonicalUrl, picture) => {
    headAt(path, { canonicalUrl });
    expect(contents('[property="og:image"]')).toEqual([picture]);
  });

  it.each([
    [{}, []],
    [{ updated: '2026-11-02' }, ['2026-11-02']],
  ])('has the date of a post that states one: %j', (article, dates) => {
    headAt('/', {}, { article });
    expect(contents('[property="og:type"]')).toEqual(['article']);
    expect(contents('[property="article:modified_time"]')).toEqual(dates);
  });

  it.each([
    ['/blog', { title: 'Own title' }, 'Own title', 'What it is about'],
    ['/blog', { description: 'Own words' }, 'A page | Dipper', 'Own words'],
    ['/articles', { title: 'Own title' }, 'Own title', 'What it is about'],
    ['/de/blog', { title: 'Own title' }, 'A page | Dipper', 'What it is about'],
    ['/preview', { title: 'Own title' }, 'A page | Dipper', 'What it is about'],
  ])("at %s, uses the operator's texts for /blog: %j", (path, own, title, description) => {
    headAt(path, { pages: { '/blog': own } });
    expect(document.title).toBe(title);
    expect(contents('[name=description]')).toEqual([description]);
    expect(contents('[property="og:description"]')).toEqual([description]);
  });

  it('escapes a hostile brand name', () => {
    headAt('/', { name: HOSTILE }, { title: HOSTILE, description: HOSTILE });
    expect(document.title).toBe(`${HOSTILE} | ${HOSTILE}`);
    expect(contents('[property="og:site_name"]')).toEqual([HOSTILE]);
    expect(document.head.querySelector('script')).toBeNull();
  });
});
