import { siteConfig } from '../../testing/fixtures.js';
import { googleEvent, shownReferrer } from './google-event.js';

const place = {
  config: siteConfig(),
  origin: 'https://dipper.example',
  title: 'What the tab says',
};

it.each([
  ['guide', '/how-to-download-videos', '/how-to-download-videos', 'What the tab says'],
  // The real titles of these pages contain the visitor's link, so they are not reported.
  ['home', '/', '/', 'Dipper title'],
  ['landing', '/de/youtube-to-mp4', '/de/youtube-to-mp4', 'Dipper title'],
  ['podcasts', '/podcast-downloader', '/podcast-downloader', 'Dipper title'],
  ['preview', '/preview', '/preview', 'Dipper title'],
  // These paths are a pasted link and a short link to a visitor's file.
  ['not-found', '/https://video.example/secret', '/404', 'What the tab says'],
  ['short-link', '/p/aB3dE5fG', '/p', 'What the tab says'],
] as const)('reports a view of the %s page at %s as %s', (page, path, shown, title) => {
  expect(googleEvent({ name: 'page_view', page, path }, place)).toEqual({
    name: 'page_view',
    parameters: { page_location: `https://dipper.example${shown}`, page_title: title },
  });
});

it('reports searches and downloads unchanged', () => {
  expect(googleEvent({ name: 'video_search', platform: 'vimeo' }, place)).toEqual({
    name: 'video_search',
    parameters: { platform: 'vimeo' },
  });
  expect(googleEvent({ name: 'video_download', platform: 'other', kind: 'audio' }, place)).toEqual({
    name: 'video_download',
    parameters: { platform: 'other', kind: 'audio' },
  });
});

it.each([
  ['https://a.example/b?q=secret#c', 'https://a.example/b'],
  ['https://a.example/#c?d', 'https://a.example/'],
  ['https://a.example/b', 'https://a.example/b'],
  ['https://dipper.example/p/aB3dE5fG', 'https://dipper.example/'],
  ['https://dipper.example/https://video.example/secret', 'https://dipper.example/'],
  ['https://dipper.example.org/b', 'https://dipper.example.org/b'],
  ['', ''],
])('reduces the referrer %j to %j', (referrer, sent) => {
  expect(shownReferrer(referrer, 'https://dipper.example')).toBe(sent);
});
