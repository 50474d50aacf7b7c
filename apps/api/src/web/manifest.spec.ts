import { defaultDomainConfig } from '@dipper/contract';
import { manifestOf, shortName } from './manifest.js';

it.each([
  ['Dipper', 'Dipper'],
  ['Twelve chars', 'Twelve chars'],
  ['Clip Fox for Creators', 'Clip'],
  ['Ebbcast: keep audio', 'Ebbcast'],
  ['Donaudampfschifffahrt', 'Donaudampfsc'],
  ['下载器下载器下载器下载器下载器', '下载器下载器下载器下载器'],
  ['🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉', '🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉'],
  ['   a longer name', 'a longer'],
])('shortens %j to %j for the label below an icon', (name, short) => {
  expect(shortName(name)).toBe(short);
});

it.each([
  ['en', 'ltr', '/'],
  ['ar', 'rtl', '/ar'],
])('makes the site installable as a share target in %s (%s)', (lang, dir, home) => {
  const config = defaultDomainConfig('grab.example');
  const shortcuts = [{ name: 'Podcasts', url: '/podcast-downloader' }];
  const manifest = manifestOf({ config, lang, description: 'About it', shortcuts });
  const { background } = config.branding.colors;
  expect(manifest).toMatchObject({
    ...{ id: '/', start_url: home, scope: '/', name: 'Grab', short_name: 'Grab', lang, dir },
    description: 'About it',
    ...{ background_color: background, theme_color: background },
    shortcuts: [{ name: 'Podcasts', url: '/podcast-downloader' }],
    share_target: {
      action: home,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  });
  const { icons } = manifest as { icons: Record<string, string>[] };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
});
