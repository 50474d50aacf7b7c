import { fill } from '@dipper/contract';
import { NOT_XML } from '@dipper/media';
import { FEED_TEXTS, type FeedLanguage, type FeedTexts } from './feed-texts.js';

/** An item of a podcast feed. */
export interface RssItem {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** The original page. */
  readonly pageUrl: string;
  readonly durationSeconds: number | null;
  readonly addedAt: Date;
  /** Null after the file has expired. */
  readonly file: { readonly url: string; readonly bytes: number; readonly type: string } | null;
  /** The page where the file can be made again. */
  readonly againUrl: string;
}

interface RssChannel {
  readonly language: FeedLanguage;
  /** The name of the site, which is also the author's. */
  readonly name: string;
  readonly siteUrl: string;
  /** The feed's own address. */
  readonly url: string;
  /** PNG or JPEG, square, 1400 to 3000 pixels. */
  readonly imageUrl: string;
  /** The newest come first. */
  readonly items: readonly RssItem[];
}

const REFUSED = new RegExp(`[${NOT_XML}]`, 'gu');
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};

export function xmlText(text: string): string {
  return text.replace(REFUSED, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * A document with one element per line. The only times in it are those of the items, so it has a
 * stable ETag.
 */
export function rssOf(channel: RssChannel): string {
  const { language, name, siteUrl, url, imageUrl, items } = channel;
  const texts = FEED_TEXTS[language];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', fill(texts.title, { name })),
    element('link', siteUrl),
    `<atom:link href="${xmlText(url)}" rel="self" type="application/rss+xml"/>`,
    element('description', fill(texts.description, { name })),
    element('language', language),
    element('itunes:author', name),
    `<itunes:image href="${xmlText(imageUrl)}"/>`,
    '<itunes:category text="Leisure"/>',
    element('itunes:explicit', 'false'),
    element('itunes:type', 'episodic'),
    // Keeps the feed out of directories, even if somebody submits it.
    element('itunes:block', 'Yes'),
    ...items.flatMap((item) => itemLines(item, texts)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemLines(item: RssItem, texts: FeedTexts): string[] {
  const { file, durationSeconds } = item;
  const page = fill(texts.page, { page: item.pageUrl });
  const duration = durationSeconds === null ? 0 : Math.round(durationSeconds);
  return [
    '<item>',
    // Apple refuses items without a title.
    element('title', item.title || item.pageUrl),
    element('link', item.pageUrl),
    `<guid isPermaLink="false">${xmlText(item.id)}</guid>`,
    element('pubDate', item.addedAt.toUTCString()),
    ...(item.author === '' ? [] : [element('itunes:author', item.author)]),
    element('itunes:explicit', 'false'),
    ...(duration > 0 ? [element('itunes:duration', String(duration))] : []),
    ...(file === null
      ? [element('description', `${fill(texts.expired, { again: item.againUrl })} ${page}`)]
      : [
          element('description', page),
          `<enclosure url="${xmlText(file.url)}" length="${file.bytes}" type="${xmlText(file.type)}"/>`,
        ]),
    '</item>',
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
