import { defaultDomainConfig } from '@dipper/contract';
import { checkConfig, DEFAULT_FILE } from './check-config.js';

const FILE = { file: 'tide.example.json', host: 'tide.example' };
const problemsOf = (value: unknown, at = FILE) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const checked = checkConfig(text, at);
  return 'problems' in checked ? checked.problems : [];
};
const complete = (value: unknown) => {
  const checked = checkConfig(JSON.stringify(value), FILE);
  if ('problems' in checked) {
    throw new Error(checked.problems.join());
  }
  return checked.complete('tide.example');
};

describe('defaults for values that an operator leaves out', () => {
  it('are the values of the built-in configuration', () => {
    expect(complete({})).toEqual(defaultDomainConfig('tide.example'));
    expect(complete({ seo: { keywords: ['tides'] } }).seo).toEqual({
      ...defaultDomainConfig('tide.example').seo,
      keywords: ['tides'],
    });
  });

  it('are derived from the name and the primary color', () => {
    const { branding, seo, supportedPlatforms } = complete({
      branding: { name: 'Ebbcast', colors: { primary: '#123456' } },
    });
    expect(seo.title).toBe('Ebbcast: free video and audio downloader');
    expect(branding.illustration).toBe('none');
    expect(supportedPlatforms[0]?.color).toBe('#123456');
  });

  it('for a platform are found by its id', () => {
    const { supportedPlatforms } = complete({
      supportedPlatforms: [
        { id: 'castbox', priority: -1 },
        { id: 'youtube', enabled: false },
      ],
    });
    expect(supportedPlatforms).toHaveLength(13);
    const [youtube, tiktok] = supportedPlatforms;
    expect(youtube).toMatchObject({ id: 'youtube', enabled: false, displayName: 'YouTube' });
    expect(tiktok).toMatchObject({ id: 'tiktok', enabled: true });
    expect(supportedPlatforms.find(({ id }) => id === 'castbox')?.priority).toBe(-1);
  });
});

it.each([
  ['{', /^not JSON/],
  ['[]', /^the whole file: must be an object/],
  ['null', /^the whole file: must be an object/],
  ['{"__proto__":{"polluted":true}}', /^__proto__: is not a configuration key/],
  [{ brandnig: {} }, /^brandnig: is not a configuration key/],
  [{ branding: { colours: {} } }, /^branding\.colours: is not a configuration key/],
  [{ branding: null }, /^branding: /],
  [{ branding: 'Tide' }, /^branding: /],
  [{ branding: { name: ' ' } }, /^branding\.name: must not be empty/],
  [{ branding: { slogan: 'two\nlines' } }, /^branding\.slogan: must be one line/],
  [{ branding: { font: 'comic-sans' } }, /^branding\.font: must be one of system, young-serif/],
  [{ branding: { illustration: '../dipper' } }, /^branding\.illustration: must be one of none/],
  [{ branding: { targetAudience: 'all' } }, /^branding\.targetAudience: must be one of creators/],
  [{ branding: { colors: { text: '#12345' } } }, /^branding\.colors\.text: must be a color/],
  [
    { branding: { colors: { text: '#000000}body{display:none' } } },
    /^branding\.colors\.text: must be a color/,
  ],
  [{ branding: { logo: { type: 'svg' } } }, /^branding\.logo\.type: must be one of/],
  [{ branding: { logo: { icon: 'bird' } } }, /^branding\.logo\.icon: must be a picture's address/],
  [{ branding: { logo: { icon: '//evil.example/x' } } }, /^branding\.logo\.icon: must be/],
  [{ branding: { logo: { icon: 'http://a.example/x.png' } } }, /^branding\.logo\.icon: must be/],
  [{ branding: { logo: { icon: 'javascript:alert(1)' } } }, /^branding\.logo\.icon: must be/],
  [
    { branding: { logo: { type: 'fontawesome', icon: 'fas fa-dwonload' } } },
    /^branding\.logo\.icon: must be a free icon/,
  ],
  [
    { branding: { logo: { drawing: { viewBox: '', path: '' } } } },
    /^branding\.logo\.drawing: is not a configuration key/,
  ],
  [
    { analytics: { googleAnalyticsId: 'UA-1234-1' } },
    /^analytics\.googleAnalyticsId: must be like/,
  ],
  [{ analytics: { adsenseClientId: 'pub-123' } }, /^analytics\.adsenseClientId: must be like/],
  [{ analytics: { adSlots: { leaderboard: 'a"b' } } }, /^analytics\.adSlots\.leaderboard: /],
  [{ consent: { provider: 'other' } }, /^consent\.provider: must be one of builtin, external/],
  [{ contact: { email: 'nobody' } }, /^contact\.email: must be an email address/],
  [{ contact: { email: null } }, /^contact\.email: must be an email address/],
  [
    { contact: { socialMedia: { myspace: 'https://a.example/' } } },
    /^contact\.socialMedia\.myspace: /,
  ],
  [{ translations: { de: { slogan: 'zwei\nZeilen' } } }, /^translations\.de\.slogan: must be one/],
  [{ translations: { ja: { title: '' } } }, /^translations\.ja\.title: must not be empty/],
  [{ translations: { de: { titel: 'x' } } }, /^translations\.de\.titel: is not a configuration/],
  [{ translations: { xx: { title: 'x' } } }, /^translations\.xx: is not a configuration key/],
  [{ translations: { en: { title: 'x' } } }, /^translations\.en: is not a configuration key/],
  [{ contact: { socialMedia: { x: 'http://x.com/a' } } }, /^contact\.socialMedia\.x: must be an/],
  [{ contact: { socialMedia: { x: 'https://x.com/"><script>' } } }, /^contact\.socialMedia\.x: /],
  [{ seo: { keywords: 'a, b' } }, /^seo\.keywords: /],
  [{ seo: { aliasMode: '301' } }, /^seo\.aliasMode: must be one of render, redirect/],
  [{ seo: { pages: { blog: {} } } }, /^seo\.pages\.blog: /],
  [{ seo: { pages: { '/blgo': {} } } }, /^seo\.pages\.\/blgo: is not the main path/],
  [{ seo: { pages: { '/': {} } } }, /^seo\.pages\./],
  [
    { seo: { pages: { '/blog': { titel: 'x' } } } },
    /^seo\.pages\.\/blog\.titel: is not a configuration key/,
  ],
  [{ supportedPlatforms: {} }, /^supportedPlatforms: /],
  [{ supportedPlatforms: [{ id: 'youtub' }] }, /^supportedPlatforms\.0\.id: must be one of/],
  [{ supportedPlatforms: [{ id: 'spotify' }] }, /^supportedPlatforms\.0\.id: must be one of/],
  [
    { supportedPlatforms: [{ id: 'vimeo', color: 'blue' }] },
    /^supportedPlatforms\.vimeo\.color: must be a color/,
  ],
  [
    { supportedPlatforms: [{ id: 'vimeo' }, { id: 'vimeo' }] },
    /^supportedPlatforms\.vimeo: is listed twice/,
  ],
  [{ features: { darkmode: true } }, /^features\.darkmode: is not a configuration key/],
  [{ features: { multiDomainSupport: false } }, /^features\.multiDomainSupport: only default/],
  [
    { api: { endpoints: { preview: 'https://evil.example' } } },
    /^api\.endpoints\.preview: must be/,
  ],
  [{ domain: 'other.example' }, /^domain: must be tide\.example/],
])('rejects %j', (value, message) => {
  expect(problemsOf(value)[0]).toMatch(message);
});

it.each([
  {},
  '\uFEFF{}',
  defaultDomainConfig('tide.example'),
  { contact: { email: '', socialMedia: { mastodon: 'https://social.example/@tide?a=b#c' } } },
  { analytics: { googleAnalyticsId: 'G-ABC123DEF4', adsenseClientId: 'ca-pub-1234567890123456' } },
  { branding: { logo: { icon: '/logo.svg' } } },
  { seo: { pages: { '/blog/keep-a-podcast': { title: 'Keeping' }, '/dmca-policy': {} } } },
])('accepts %j', (value) => {
  expect(problemsOf(value)).toEqual([]);
});

it('lets only default.json switch multiDomainSupport off, or omit its domain', () => {
  const own = { domain: 'my.example', features: { multiDomainSupport: false } };
  expect(problemsOf(own, { file: DEFAULT_FILE, host: 'localhost' })).toEqual([]);
});

it('includes the drawing of a Font Awesome icon', () => {
  const { logo } = complete({
    branding: { logo: { type: 'fontawesome', icon: 'fa-solid fa-film' } },
  }).branding;
  expect(logo.drawing?.path).toMatch(/^M[\d.]/);
});
