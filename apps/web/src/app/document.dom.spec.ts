import type { DocumentParts, RenderedPage } from '@dipper/site';
import { siteConfig } from '../testing/fixtures.js';
import { SESSION_MARK } from './account/session-mark.js';
import { inlineJson, renderDocument } from './document.js';
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
  theme: 'auto',
  nonce: 'abc',
  assets: {
    script: '/assets/entry.js',
    styles: ['/assets/entry.css'],
    preload: ['/assets/home.js'],
    development: '',
  },
};

describe('renderDocument', () => {
  it('assembles the document and puts the nonce on every script', () => {
    const document = new DOMParser().parseFromString(renderDocument(parts), 'text/html');
    expect(document.documentElement.lang).toBe('en');
    expect(document.documentElement.dir).toBe('ltr');
    expect(document.title).toBe('$& and $1');
    expect(document.getElementById('root')?.textContent).toBe('page');
    const running = document.querySelectorAll('script[src], style, link[rel=modulepreload]');
    expect(running).toHaveLength(3);
    expect(document.querySelector('script:not([src], [type])')?.getAttribute('nonce')).toBe('abc');
    expect(document.getElementById('stuck')).toMatchObject({
      hidden: true,
      textContent: 'Stuck <b>Reload',
    });
    running.forEach((element) => expect(element.getAttribute('nonce')).toBe('abc'));
    expect(document.querySelector<HTMLScriptElement>('script[type]:not([src])')?.type).toBe(
      'application/json',
    );
    expect(document.querySelector('[style]')).toBeNull();
  });

  it.each([true, false])(
    'contains the account script only when accounts are enabled: %p',
    (has) => {
      const state = { ...page.state, site: siteConfig({ authentication_enabled: has }) };
      const html = renderDocument({ ...parts, page: { ...page, state } });
      expect(html.includes(SESSION_MARK)).toBe(has);
      expect(html.includes('mailLink')).toBe(has);
    },
  );

  it.each([
    [true, 'auto', null, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
    [true, '', 'light', ['all', 'not all']],
    [true, 'dark', 'dark', ['not all', 'all']],
    [true, 'light', 'light', ['all', 'not all']],
    [true, '"><script>', 'light', ['all', 'not all']],
    [false, 'dark', null, ['all']],
    [false, '', null, ['all']],
  ])('with dark mode %s applies the theme %j before the first paint', (...given) => {
    const [darkMode, theme, attribute, media] = given;
    const { features } = siteConfig();
    const site = siteConfig({ features: { ...features, darkMode } });
    const state = { ...page.state, site };
    const html = renderDocument({ ...parts, page: { ...page, state }, theme });
    const document = new DOMParser().parseFromString(html, 'text/html');
    expect(document.documentElement.getAttribute('data-theme')).toBe(attribute);
    const colours = [...document.querySelectorAll('[name=theme-color]')];
    expect(colours.map((meta) => meta.getAttribute('media'))).toEqual(media);
    expect(new Set(colours.map((meta) => meta.getAttribute('content'))).size).toBe(media.length);
  });

  it.each([
    ['en', '<html lang="en" dir="ltr">'],
    ['ar', '<html lang="ar" dir="rtl">'],
    ['xx"><script>', '<html lang="xx&quot;&gt;&lt;script&gt;" dir="ltr">'],
  ])('sets the language %s and its direction', (lang, html) => {
    expect(renderDocument({ ...parts, page: { ...page, lang } })).toContain(html);
  });
});

describe('the inline watch for scripts that fail to load', () => {
  beforeAll(() => {
    const watch = document.createElement('script');
    watch.textContent = WATCH_SCRIPTS;
    document.head.append(watch);
  });

  it.each([
    ['/assets/entry.js', true],
    ['http://localhost/assets/home.js', true],
    // Many visitors block it.
    ['https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js', false],
    ['http://localhost.evil.example/assets/entry.js', false],
  ])('when %s fails shows the notice: %s', (src, isStuck) => {
    const script = document.createElement('script');
    // jsdom does not fetch this type.
    script.type = 'text/plain';
    script.setAttribute('src', src);
    document.body.innerHTML = stuckNotice(page.stuck);
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    expect(document.getElementById(STUCK)?.hidden).toBe(!isStuck);
  });

  it.each([
    ['a truncated script of ours', '/assets/entry.js', new SyntaxError('end'), true],
    ['an error in a running script', '/assets/entry.js', new TypeError('null'), false],
    ["an extension's script", 'chrome-extension://abc/x.js', new SyntaxError('end'), false],
    ['a script that an extension injected', '/preview', new SyntaxError('end'), false],
  ])('handles a syntax or runtime error of %s', (_, from, error, isStuck) => {
    document.body.innerHTML = stuckNotice(page.stuck);
    const filename = from.startsWith('/') ? `${window.location.origin}${from}` : from;
    // What browsers dispatch for an uncaught error.
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
