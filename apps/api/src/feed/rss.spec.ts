import { ACCOUNT_LANGUAGES } from '@dipper/contract';
import { FEED_TEXTS, feedLanguage } from './feed-texts.js';
import { type RssItem, rssOf, xmlText } from './rss.js';

const item: RssItem = {
  ...{ id: 'one', title: 'Cats & <dogs>', author: 'A "band"', pageUrl: 'https://a.test/?v=1&t=2' },
  ...{ durationSeconds: 61.4, addedAt: new Date('2026-11-28T16:00:00Z') },
  file: { url: 'https://s.test/file/1?name=a%26b.mp3', bytes: 7, type: 'audio/mpeg' },
  againUrl: 'https://s.test/?url=https%3A%2F%2Fa.test%2F%3Fv%3D1%26t%3D2',
};
const channel = {
  language: 'en' as const,
  ...{ name: "Dipper's", siteUrl: 'https://s.test/', url: 'https://s.test/feed/x.xml' },
  imageUrl: 'https://s.test/icons/maskable-1400.png',
};
const xml = rssOf({ ...channel, items: [item, { ...item, id: 'two', file: null }] });
const [head = '', kept = '', expired = ''] = xml.split('<item>\n');

/** podcasters.apple.com/support/823-podcast-requirements, and Spotify's specification of feeds. */
it.each([
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ',
  '<title>Dipper&apos;s: my feed</title>',
  '<link>https://s.test/</link>',
  '<atom:link href="https://s.test/feed/x.xml" rel="self" type="application/rss+xml"/>',
  '<description>Audio that you have made with Dipper&apos;s.',
  '<language>en</language>',
  '<itunes:author>Dipper&apos;s</itunes:author>',
  '<itunes:image href="https://s.test/icons/maskable-1400.png"/>',
  '<itunes:category text="Leisure"/>',
  '<itunes:explicit>false</itunes:explicit>',
  '<itunes:block>Yes</itunes:block>',
])('the channel has what podcast apps require: %s', (tag) => {
  expect(head).toContain(tag);
});

it.each([
  '<title>Cats &amp; &lt;dogs&gt;</title>',
  '<link>https://a.test/?v=1&amp;t=2</link>',
  '<guid isPermaLink="false">one</guid>',
  '<pubDate>Sat, 28 Nov 2026 16:00:00 GMT</pubDate>',
  '<itunes:author>A &quot;band&quot;</itunes:author>',
  '<itunes:duration>61</itunes:duration>',
  '<itunes:explicit>false</itunes:explicit>',
  '<enclosure url="https://s.test/file/1?name=a%26b.mp3" length="7" type="audio/mpeg"/>',
])('an item has what podcast apps require: %s', (tag) => {
  expect(kept).toContain(tag);
});

it('an item without a file states that, and links to its original page and to the page that makes the file again', () => {
  expect(expired).not.toContain('<enclosure');
  expect(expired).toContain('<guid isPermaLink="false">two</guid>');
  expect(expired).toContain('<link>https://a.test/?v=1&amp;t=2</link>');
  expect(expired).toContain(`expired. Prepare it again: ${item.againUrl} Original page:`);
});

it('the text is in the language of the account', () => {
  const german = rssOf({ ...channel, language: 'de', items: [item, { ...item, file: null }] });
  expect(german).toContain('<title>Dipper&apos;s: mein Feed</title>');
  expect(german).toContain('<language>de</language>');
  expect(german).toContain(`Originalseite: ${xmlText(item.pageUrl)}</description>`);
  expect(german).toContain('Die Datei ist abgelaufen.');
  expect(german).not.toContain('{{');
  expect(Object.keys(FEED_TEXTS).sort()).toEqual([...ACCOUNT_LANGUAGES].sort());
  expect(['pt', 'tr', 'constructor'].map(feedLanguage)).toEqual(['pt', 'en', 'en']);
});

it('omits an unknown duration and author, and has a title for an untitled item', () => {
  const bare = rssOf({
    ...channel,
    items: [{ ...item, title: '', author: '', durationSeconds: null }],
  });
  expect(bare).toContain('<item>\n<title>https://a.test/?v=1&amp;t=2</title>');
  expect(bare.split('<item>')[1]).not.toMatch(/<itunes:(duration|author)>/);
});

it('every tag is closed, and no ampersand is bare', () => {
  const open: string[] = [];
  for (const [, end, name = '', empty] of xml.matchAll(/<(\/?)([\w:]+)(?:\s[^>]*?)?(\/?)>/g)) {
    if (end) {
      expect(open.pop()).toBe(name);
    } else if (!empty) {
      open.push(name);
    }
  }
  expect(open).toEqual([]);
  expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
});

it.each([
  ['a\u0000b\u000bc\u001f', 'abc'],
  ['\ud800x\udc00\ufffe', 'x'],
  ['tab\tüß 日本 😀', 'tab\tüß 日本 😀'],
  ["]]><a b='c'>", ']]&gt;&lt;a b=&apos;c&apos;&gt;'],
])('writes %j as XML', (text, written) => {
  expect(xmlText(text)).toBe(written);
});
