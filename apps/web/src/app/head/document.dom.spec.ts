import type { DocumentParts, RenderedPage } from '@dipper/site';
import { EARLY_PLACE } from '../../features/search/before-hydration/early-search.js';
import { siteConfig } from '../../testing/fixtures.js';
import { APPLY_KEPT_THEME } from '../../theme/light-or-dark.js';
import { SESSION_MARK } from '../account/session-mark.js';
import { renderDocument } from './document.js';
import { inlineJson } from './inline-json.js';
import { STUCK, stuckNotice, WATCH_SCRIPTS } from './stuck-notice.js';

const page: RenderedPage = {
  lang: 'en',
  status: 200,
  title: '',
  description: '',
  head: '<title>$& and $1</title>',
  html: '<div id="app">page</div>',
  state: {
    site: siteConfig(),
    origin: 'https://dipper.example',
    lang: 'en',
    texts: {},
    retentionSeconds: 3600,
  },
  stuck: { text: 'Stuck <b>', action: 'Reload' },
  cacheable: true,
  indexable: true,
  modules: [],
};
const parts: DocumentParts = {
  page,
  nonce: null,
  assets: {
    script: '/assets/entry.js',
    styles: ['/assets/entry.css'],
    preload: ['/assets/home.js'],
    development: '',
  },
};

describe('renderDocument', () => {
  it('assembles the document', () => {
    const { html } = renderDocument(parts);
    expect(html).not.toContain('nonce');
    const document = new DOMParser().parseFromString(html, 'text/html');
    expect(document.documentElement.lang).toBe('en');
    expect(document.documentElement.dir).toBe('ltr');
    expect(document.title).toBe('$& and $1');
    expect(document.getElementById('root')?.textContent).toBe('page');
    expect(document.getElementById('stuck')).toMatchObject({
      hidden: true,
      textContent: 'Stuck <b>Reload',
    });
    expect(document.querySelector<HTMLScriptElement>('script[type]:not([src])')?.type).toBe(
      'application/json',
    );
    expect(document.querySelector('[style]')).toBeNull();
  });

  it('requests the styles first, then the scripts, and the font last', () => {
    const { html } = renderDocument(parts);
    const places = [
      'rel="stylesheet"',
      '<script type="module"',
      'rel="modulepreload"',
      "l.as='font'",
    ];
    const found = places.map((text) => html.indexOf(text));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it.each([
    ['only has to be read', '<div id="app">page</div>', ['low']],
    ['shows results', `<div id="app"><p id="${EARLY_PLACE}"></p></div>`, [null]],
  ])('gives the scripts of a page that %s a fitting priority', (_page, body, expected) => {
    const { html } = renderDocument({ ...parts, page: { ...page, html: body } });
    const document = new DOMParser().parseFromString(html, 'text/html');
    const scripts = [...document.querySelectorAll('script[src], link[rel=modulepreload]')];
    expect(scripts).toHaveLength(2);
    const found = new Set(scripts.map((script) => script.getAttribute('fetchpriority')));
    expect([...found]).toEqual(expected);
  });

  it.each([null, 'abc'])(
    'lists its inline scripts and styles, all of which have the nonce %j',
    (nonce) => {
      const { html, scripts, styles } = renderDocument({ ...parts, nonce });
      const document = new DOMParser().parseFromString(html, 'text/html');
      const textsOf = (selector: string) =>
        [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
      expect(textsOf('script:not([src], [type])')).toEqual(scripts);
      expect(textsOf('style')).toEqual(styles);
      const allowed = document.querySelectorAll(
        'script:not([type="application/json"]), style, link[rel=modulepreload]',
      );
      expect(allowed).toHaveLength(6);
      allowed.forEach((element) => expect(element.getAttribute('nonce')).toBe(nonce));
    },
  );

  it.each([true, false])(
    'contains the account script only when accounts are enabled: %p',
    (has) => {
      const state = { ...page.state, site: siteConfig({ authentication_enabled: has }) };
      const { html } = renderDocument({ ...parts, page: { ...page, state } });
      expect(html.includes(SESSION_MARK)).toBe(has);
      expect(html.includes('mailLink')).toBe(has);
    },
  );

  it.each([
    [true, 'light', ['all', 'not all']],
    [false, null, ['all']],
  ])("with dark mode %s is light until a script applies the visitor's choice", (...given) => {
    const [darkMode, attribute, media] = given;
    const { features } = siteConfig();
    const site = siteConfig({ features: { ...features, darkMode } });
    const state = { ...page.state, site };
    const { html, scripts } = renderDocument({ ...parts, page: { ...page, state } });
    const document = new DOMParser().parseFromString(html, 'text/html');
    expect(document.documentElement.getAttribute('data-theme')).toBe(attribute);
    const colours = [...document.querySelectorAll('[name=theme-color]')];
    expect(colours.map((meta) => meta.getAttribute('media'))).toEqual(media);
    expect(new Set(colours.map((meta) => meta.getAttribute('content'))).size).toBe(media.length);
    expect(scripts.includes(APPLY_KEPT_THEME)).toBe(darkMode);
  });

  it.each([
    ['en', '<html lang="en" dir="ltr" data-theme="light">'],
    ['ar', '<html lang="ar" dir="rtl"'],
    ['xx"><script>', '<html lang="xx&quot;&gt;&lt;script&gt;" dir="ltr"'],
  ])('sets the language %s and its direction', (lang, html) => {
    expect(renderDocument({ ...parts, page: { ...page, lang } }).html).toContain(html);
  });

  it.each([
    ['en', '/manifest.webmanifest'],
    ['de', '/manifest.webmanifest?lang=de'],
  ])('for the language %s, links to the manifest %s', (lang, href) => {
    const { html } = renderDocument({ ...parts, page: { ...page, lang } });
    expect(html).toContain(`<link rel="manifest" href="${href}">`);
  });
});

describe('the inline script that watches for scripts that fail to load', () => {
  beforeAll(() => {
    const watch = document.createElement('script');
    watch.textContent = WATCH_SCRIPTS;
    document.head.append(watch);
  });

  it.each([
    ['/assets/entry.js', true],
    ['http://localhost/assets/home.js', true],
    // Many visitors block this script, so its failure must not show the notice.
    ['https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js', false],
    ['http://localhost.evil.example/assets/entry.js', false],
  ])('when %s fails, shows the notice: %s', (src, isStuck) => {
    const script = document.createElement('script');
    // jsdom does not fetch scripts of this type.
    script.type = 'text/plain';
    script.setAttribute('src', src);
    document.body.innerHTML = stuckNotice(page.stuck);
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    expect(document.getElementById(STUCK)?.hidden).toBe(!isStuck);
  });

  it.each([
    ['one of our scripts that was truncated', '/assets/entry.js', new SyntaxError('end'), true],
    ['one of our scripts while it runs', '/assets/entry.js', new TypeError('null'), false],
    ["an extension's script", 'chrome-extension://abc/x.js', new SyntaxError('end'), false],
    ['a script that an extension injected', '/preview', new SyntaxError('end'), false],
  ])('handles an error from %s', (_, from, error, isStuck) => {
    document.body.innerHTML = stuckNotice(page.stuck);
    const filename = from.startsWith('/') ? `${window.location.origin}${from}` : from;
    // Browsers dispatch this event for an uncaught error.
    window.dispatchEvent(new ErrorEvent('error', { filename, error, cancelable: true }));
    expect(document.getElementById(STUCK)?.hidden).toBe(!isStuck);
  });
});

describe('inlineJson', () => {
  it.each([['</script><script>alert(1)</script>'], ['<!--'], ['\u2028']])('escapes %j', (text) => {
    const json = inlineJson({ text });
    expect(json).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(json)).toEqual({ text });
  });
});
