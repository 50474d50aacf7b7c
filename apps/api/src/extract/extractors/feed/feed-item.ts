import { clockSeconds, isoSeconds, spelledSeconds } from '../page/durations.js';
import type { Attributes } from '../page/markup.js';
import { MAX_CHAPTERS } from '../page/notes-chapters.js';
import type { Chapter } from '../../source-info.js';
import type { Enclosure, FeedItem, Transcript } from './feed.js';

/** The maximum number of mirrors of an episode. No real podcast has more. */
const MAX_ENCLOSURES = 10;
/** The maximum number of transcripts: enough for several languages, each in several types. */
const MAX_TRANSCRIPTS = 40;

export class ItemDraft {
  private readonly texts = new Map<string, string>();
  private readonly enclosures: Enclosure[] = [];
  private readonly media: Enclosure[] = [];
  private readonly chapters: Chapter[] = [];
  private readonly transcripts: Transcript[] = [];
  private imageUrl: string | null = null;
  private chaptersUrl: string | null = null;

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'enclosure':
        this.add(this.enclosures, attributes['url'], attributes['type'], attributes['length']);
        break;
      case 'media:content':
        this.add(this.media, attributes['url'], attributes['type'], attributes['fileSize']);
        break;
      case 'itunes:image':
        this.imageUrl ??= attributes['href'] ?? null;
        break;
      case 'podcast:chapters':
        this.chaptersUrl ??= attributes['url'] ?? null;
        break;
      case 'podcast:transcript':
        if (attributes['url'] && this.transcripts.length < MAX_TRANSCRIPTS) {
          const { url, type: mediaType = null, language = null } = attributes;
          this.transcripts.push({ url, mediaType, language });
        }
        break;
      case 'psc:chapter': {
        const [startSeconds, title] = [clockSeconds(attributes['start']), attributes['title']];
        if (startSeconds !== null && title && this.chapters.length < MAX_CHAPTERS) {
          this.chapters.push({ title, startSeconds });
        }
        break;
      }
    }
  }

  /** Handles an element with text. If several elements have the same name, the first one counts. */
  close(name: string, text: string): void {
    if (!this.texts.has(name) && text.trim() !== '') {
      this.texts.set(name, text.trim());
    }
  }

  finish(): FeedItem {
    const text = (...names: readonly string[]): string | null =>
      names.map((name) => this.texts.get(name)).find((found) => found !== undefined) ?? null;
    const publishedAt = Date.parse(text('pubDate', 'dc:date') ?? '');
    const titles = [text('title'), text('itunes:title')].filter((title) => title !== null);
    return {
      guid: text('guid'),
      titles: [...new Set(titles)],
      author: nameOf(text('itunes:author')) ?? nameOf(text('dc:creator')) ?? nameOf(text('author')),
      description: text('content:encoded', 'description', 'itunes:summary', 'itunes:subtitle'),
      imageUrl: this.imageUrl,
      durationSeconds: durationOf(text('itunes:duration')),
      seasonNumber: countOf(text('itunes:season', 'podcast:season')),
      episodeNumber: countOf(text('itunes:episode', 'podcast:episode')),
      publishedAt: Number.isNaN(publishedAt) ? null : publishedAt,
      // Some feeds list files only as Media RSS elements.
      enclosures: this.enclosures.length > 0 ? this.enclosures : this.media,
      chaptersUrl: this.chaptersUrl,
      chapters: this.chapters,
      transcripts: this.transcripts,
    };
  }

  private add(
    list: Enclosure[],
    url: string | undefined,
    mediaType: string | undefined,
    length: string | undefined,
  ): void {
    if (url !== undefined && url.trim() !== '' && list.length < MAX_ENCLOSURES) {
      const isCount = /^\s*\d{1,15}\s*$/.test(length ?? '');
      list.push({
        url: url.trim(),
        mediaType: mediaType ?? null,
        sizeBytes: isCount ? Number(length) : null,
      });
    }
  }
}

function durationOf(text: string | null): number | null {
  return clockSeconds(text) ?? spelledSeconds(text) ?? isoSeconds(text);
}

/**
 * The name in an RSS author, which is an email address, usually followed by the name in parentheses
 * (RSS 2.0, `author`).
 */
function nameOf(text: string | null): string | null {
  const [mail, name] =
    /^[^\s@]{1,200}@[^\s@]{1,200}(?:\s{1,9}\((.{1,200})\))?$/.exec(text ?? '') ?? [];
  return mail === undefined ? text : (name ?? null);
}

function countOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
