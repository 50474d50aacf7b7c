import { resolve } from '@dipper/site';
import { render } from '@testing-library/react';
import { HereProvider } from '../lib/here.js';
import { SiteProvider } from '../lib/site.js';
import { siteConfig } from '../testing/fixtures.js';
import { PageHead } from './page-head.js';

function linksAt(path: string, canonicalUrl = '', languages = ['en', 'de']) {
  const { seo } = siteConfig();
  const config = siteConfig({ seo: { ...seo, canonicalUrl } });
  render(
    <SiteProvider
      value={{ config, origin: 'https://dipper.example', prefix: '', retentionSeconds: 3600 }}
    >
      <HereProvider value={resolve(path, config, { languages, posts: [] })}>
        <PageHead title="A page" />
      </HereProvider>
    </SiteProvider>,
  );
  return [...document.head.querySelectorAll<HTMLLinkElement>('link')].map(
    ({ rel, hreflang, href }) => `${rel} ${hreflang} ${href}`,
  );
}

describe('what a page tells search engines of its addresses', () => {
  it.each([
    ['/', '', 'https://dipper.example', 'https://dipper.example/'],
    ['/DE/', '', 'https://dipper.example', 'https://dipper.example/de'],
    ['/de', 'https://main.example/', 'https://main.example', 'https://main.example/de'],
  ])('%s with %j: itself, and every language, itself included', (path, base, origin, own) => {
    expect(linksAt(path, base)).toEqual([
      `canonical  ${own}`,
      `alternate en ${origin}/`,
      `alternate de ${origin}/de`,
      `alternate x-default ${origin}/`,
    ]);
  });

  it('names no languages where there is one', () => {
    expect(linksAt('/', '', ['en'])).toEqual(['canonical  https://dipper.example/']);
  });

  it('names nothing of a page that is not to be listed', () => {
    expect(linksAt('/de/preview')).toEqual([]);
    expect(document.head.querySelector('[name=robots]')).toHaveAttribute('content', 'noindex');
  });
});
