import { siteConfig } from '../testing/fixtures.js';
import { inlineJson, renderDocument } from './document.js';

const parts = {
  lang: 'en',
  site: siteConfig(),
  head: '<title>$& and $1</title>',
  html: '<div id="app">page</div>',
  state: { site: 'x' },
  nonce: 'abc',
  theme: '',
  assets: {
    script: '/assets/entry.js',
    styles: ['/assets/entry.css'],
    preload: ['/assets/home.js'],
    development: '',
  },
};

describe('renderDocument', () => {
  it('puts everything where it belongs, and the nonce on what runs', () => {
    const document = new DOMParser().parseFromString(renderDocument(parts), 'text/html');
    expect(document.documentElement.lang).toBe('en');
    expect(document.documentElement.dir).toBe('ltr');
    expect(document.title).toBe('$& and $1');
    expect(document.getElementById('root')?.textContent).toBe('page');
    const running = document.querySelectorAll('script[src], style, link[rel=modulepreload]');
    expect(running).toHaveLength(3);
    running.forEach((element) => expect(element.getAttribute('nonce')).toBe('abc'));
    expect(document.querySelector<HTMLScriptElement>('script:not([src])')?.type).toBe(
      'application/json',
    );
    expect(document.querySelector('[style]')).toBeNull();
  });

  it.each([
    [true, '', null, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
    [true, 'dark', 'dark', ['not all', 'all']],
    [true, 'light', 'light', ['all', 'not all']],
    [true, '"><script>', null, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
    [false, 'dark', null, ['all']],
    [false, '', null, ['all']],
  ])('with dark colours %s, shows the theme %j before the first paint', (...given) => {
    const [darkMode, theme, attribute, media] = given;
    const { features } = parts.site;
    const site = siteConfig({ features: { ...features, darkMode } });
    const html = renderDocument({ ...parts, site, theme });
    const document = new DOMParser().parseFromString(html, 'text/html');
    expect(document.documentElement.getAttribute('data-theme')).toBe(attribute);
    const colours = [...document.querySelectorAll('[name=theme-color]')];
    expect(colours.map((meta) => meta.getAttribute('media'))).toEqual(media);
    expect(new Set(colours.map((meta) => meta.getAttribute('content'))).size).toBe(media.length);
  });

  it('is English, left to right, for a language it does not have', () => {
    expect(renderDocument({ ...parts, lang: 'xx"><script>' })).toContain(
      '<html lang="en" dir="ltr">',
    );
  });
});

describe('inlineJson', () => {
  it.each([['</script><script>alert(1)</script>'], ['<!--'], ['\u2028']])(
    'cannot be left by %j',
    (text) => {
      const json = inlineJson({ text });
      expect(json).not.toMatch(/[<\u2028]/);
      expect(JSON.parse(json)).toEqual({ text });
    },
  );
});
