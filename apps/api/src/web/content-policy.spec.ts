import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import helmet from 'helmet';
import {
  API_POLICY,
  contentPolicy,
  hashSources,
  hasThirdParties,
  nonceSources,
  NOTHING_INLINE,
  type PolicyInput,
} from './content-policy.js';

const own = defaultDomainConfig('dipper.example');
const ORIGIN = 'https://dipper.example';

function policyOf(config: DomainConfig = own, overrides: Partial<PolicyInput> = {}) {
  const inline = nonceSources('abc=');
  return contentPolicy({ config, inline, secure: true, origin: ORIGIN, ...overrides });
}

function headerOf(policy: ReturnType<typeof policyOf>): string {
  const set: string[] = [];
  const response = { setHeader: (_: string, value: string) => set.push(value) };
  const write = helmet.contentSecurityPolicy({ useDefaults: false, directives: policy });
  write({} as never, response as never, (error?: unknown) => {
    if (error !== undefined) {
      throw error as Error;
    }
  });
  return set.join();
}

const withApi = (baseUrl: string): DomainConfig => ({ ...own, api: { ...own.api, baseUrl } });
const withLogo = (icon: string, type: 'image' | 'fontawesome' = 'image'): DomainConfig => ({
  ...own,
  branding: { ...own.branding, logo: { icon, type } },
});
const withProvider = (
  script: string,
  provider: 'external' | 'builtin' = 'external',
): DomainConfig => ({
  ...own,
  features: { ...own.features, consentFeature: true },
  consent: { provider, script },
});
const withAnalytics = (analytics: Partial<DomainConfig['analytics']>): DomainConfig => ({
  ...own,
  analytics: { ...own.analytics, ...analytics },
});

describe('the content policy of a page', () => {
  it('is strict by default and allows no third party', () => {
    expect(policyOf()).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'nonce-abc='", "'strict-dynamic'"],
      'style-src': ["'self'", "'nonce-abc='"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", 'wss://dipper.example', 'https:'],
      'media-src': ["'self'", 'blob:', 'https:'],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
    });
  });

  it('allows inline elements by their hash, and no others', () => {
    // The hash comes from: printf %s abc | openssl dgst -sha256 -binary | base64
    const hash = "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='";
    const inline = hashSources({ html: '', scripts: ['abc'], styles: ['abc', 'x'] });
    const policy = policyOf(own, { inline });
    expect(policy['script-src']).toEqual(["'self'", hash]);
    expect(policy['style-src']).toEqual(["'self'", hash, expect.stringMatching(/^'sha256-/)]);
    expect(policyOf(own, { inline: NOTHING_INLINE })['script-src']).toEqual(["'self'"]);
  });

  it('allows account avatars from any https host and nothing else', () => {
    const withAccounts = policyOf({ ...own, authentication_enabled: true });
    expect(withAccounts).toEqual({ ...policyOf(), 'img-src': ["'self'", 'data:', 'https:'] });
  });

  it.each([
    ['http://127.0.0.1:3000', false, ['ws://127.0.0.1:3000', 'https:', 'http:']],
    ['http://[::1]:3000', false, ['ws://[::1]:3000', 'https:', 'http:']],
    // This is for a proxy that terminates TLS without telling us.
    [ORIGIN, false, ['wss://dipper.example', 'https:', 'http:']],
    ['https://dipper.example:8443', true, ['wss://dipper.example:8443', 'https:']],
    ['https://x;script-src *', true, ['https:']],
    ['', true, ['https:']],
  ])('allows the site at %s (secure: %s) to connect to %s', (origin, secure, sources) => {
    expect(policyOf(own, { origin, secure })['connect-src']).toEqual(["'self'", ...sources]);
  });

  it.each([
    ['https://api.other.example', ['https://api.other.example']],
    ['https://api.other.example:8443/v1?x=1', ['https://api.other.example:8443']],
    ['http://127.0.0.1:3001/', ['http://127.0.0.1:3001']],
    ['//api.other.example/v1', ['https://api.other.example']],
    ['https://user:word@api.other.example/', ['https://api.other.example']],
    [ORIGIN, []],
    ['https://DIPPER.example:443/api', []],
    ['/v1', []],
    ['', []],
  ])('allows forms and connections to the API at %j', (baseUrl, origins) => {
    const policy = policyOf(withApi(baseUrl));
    expect(policy['form-action']).toEqual(["'self'", ...origins]);
    const sockets = origins.map((it) => it.replace('http', 'ws'));
    expect(policy['connect-src']).toEqual([
      ...["'self'", 'wss://dipper.example', ...sockets, ...origins, 'https:'],
    ]);
  });

  it.each([
    ['from the host of a logo', withLogo('https://cdn.example/logo.svg'), ['https://cdn.example']],
    ['only from the site for a logo of its own', withLogo('/logo.svg'), []],
    [
      'only from the site if the logo is an icon',
      withLogo('https://cdn.example/logo.svg', 'fontawesome'),
      [],
    ],
    ['from the API on another host', withApi('https://api.example'), ['https://api.example']],
  ])('allows images %s', (_, config, origins) => {
    expect(policyOf(config)['img-src']).toEqual(["'self'", 'data:', ...origins]);
  });
});

describe('third parties', () => {
  const google = (config: DomainConfig) => /google|doubleclick/.test(headerOf(policyOf(config)));

  it.each([
    [{ trackingEnabled: true, googleAnalyticsId: 'G-1' }, true],
    [{ trackingEnabled: false, googleAnalyticsId: 'G-1' }, false],
    [{ trackingEnabled: true, googleAnalyticsId: '' }, false],
    [{ adsenseClientId: 'ca-pub-1' }, true],
    [{ trackingEnabled: true, adsenseClientId: '' }, false],
  ])('are allowed with %j: %s', (analytics, named) => {
    expect(google(withAnalytics(analytics))).toBe(named);
    expect(hasThirdParties(withAnalytics(analytics))).toBe(named);
  });

  it.each([
    [{}, true],
    [{ trackingEnabled: true, googleAnalyticsId: 'G-1' }, false],
    [{ adsenseClientId: 'ca-pub-1' }, false],
  ])('leave Trusted Types required with %j: %s', (analytics, required) => {
    const policy = policyOf(withAnalytics(analytics));
    expect('require-trusted-types-for' in policy).toBe(required);
    // On its own, this directive would still forbid the policies of these scripts.
    expect('trusted-types' in policy).toBe(required);
  });

  it('may send measurements and frame their own pages (analytics)', () => {
    const policy = policyOf(withAnalytics({ trackingEnabled: true, googleAnalyticsId: 'G-1' }));
    expect(policy['script-src']).toContain('https://*.googletagmanager.com');
    expect(policy['img-src']).toContain('https://*.google-analytics.com');
    expect(policy['connect-src']).toContain('https://*.analytics.google.com');
    expect(policy['frame-src']).toEqual(['https://*.googletagmanager.com']);
    expect(policy['style-src']).toEqual(["'self'", "'nonce-abc='"]);
    expect(headerOf(policy)).not.toMatch(/unsafe-/);
  });

  it('may be framed and show images, but need a nonce to run scripts (ads)', () => {
    const policy = policyOf(withAnalytics({ adsenseClientId: 'ca-pub-1' }));
    expect(policy['frame-src']).toEqual(['https:']);
    expect(policy['img-src']).toContain('https:');
    expect(policy['script-src']).toContain("'strict-dynamic'");
    expect(policy['script-src']).not.toContain("'unsafe-inline'");
    // A nonce in addition to 'unsafe-inline' would disable it.
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'", 'https:']);
  });

  it('may only show a dialog (an external consent provider)', () => {
    const script = 'https://cmp.example/glue.js';
    const policy = policyOf(withProvider(script));
    expect(policy['script-src']).toContain('https://cmp.example');
    expect(policy['frame-src']).toEqual(['https:']);
    expect('trusted-types' in policy).toBe(false);
    expect(hasThirdParties(withProvider(script))).toBe(true);
    expect(policyOf(withProvider(script, 'builtin'))).toEqual(policyOf());
  });

  it('are not allowed where visitors are not asked for consent, because none are loaded', () => {
    const consent = { provider: 'external', script: 'https://cmp.example/glue.js' } as const;
    expect(policyOf({ ...own, consent })).toEqual(policyOf());
  });
});

describe('a hostile configuration', () => {
  const HOSTILE = [
    'https://evil.example; script-src *',
    'https://evil.example;script-src',
    "https://evil.example'unsafe-inline'",
    'https://evil.example,default-src',
    'https://*',
    'https://*.example',
    '*',
    'https:',
    'https://',
    "'unsafe-inline'",
    "'none'",
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://evil.example/1',
    'ftp://evil.example',
    'wss://evil.example',
    'https://evil.example:99999',
    'https://evil example',
    'https://a"b',
    '\u0000',
  ];
  const plain = headerOf(policyOf());

  it.each(HOSTILE)('cannot add sources with %j', (value) => {
    for (const config of [withApi(value), withLogo(value)]) {
      expect(headerOf(policyOf(config))).toBe(plain);
    }
  });

  it.each(['https://ev\nil.example', 'https://evil.example\r\nX: y', '\thttps://evil.example/ x'])(
    'can add at most the origin of %j',
    (value) => {
      for (const config of [withApi(value), withLogo(value)]) {
        const header = headerOf(policyOf(config));
        expect(
          header
            .replaceAll(/ (?:https|wss):\/\/evil\.example/g, '')
            .replaceAll(' https://evil.examplex', ''),
        ).toBe(plain);
        expect(header).not.toMatch(/[\r\n]/);
      }
    },
  );

  it.each(HOSTILE)('cannot add a consent provider with %j', (value) => {
    expect(headerOf(policyOf(withProvider(value)))).toBe(headerOf(policyOf(withProvider(''))));
  });

  it('cannot add sources with its ids', () => {
    const id = "evil'; script-src *";
    const analytics = { trackingEnabled: true, googleAnalyticsId: id, adsenseClientId: id };
    expect(headerOf(policyOf(withAnalytics(analytics)))).not.toContain('evil');
  });
});

describe('the content policy of the API', () => {
  it('allows nothing', () => {
    expect(headerOf(API_POLICY)).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
  });
});
