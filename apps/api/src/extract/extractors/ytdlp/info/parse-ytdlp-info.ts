import { DomainError } from '../../../../infra/errors/domain-error.js';
import { parseJson } from '../../../../infra/json/bounded-json.js';
import { type YtdlpInfo, ytdlpInfoSchema } from './ytdlp.schema.js';

/**
 * The maximum numbers of items in one output. The schema blocks the event loop for about 30 µs per
 * format or entry, and for 5 µs per other row. We request 200 entries, and a page with 200 videos
 * has ten formats for each.
 */
const MOST = { formats: 3000, entries: 1000, rows: 10_000 };

type Counts = Record<keyof typeof MOST, number>;

/**
 * Parses the output of `yt-dlp -J`. The items are counted before the output is validated.
 * @throws DomainError PAGE_TOO_LARGE, or EXTRACT_FAILED for invalid output
 */
export function parseYtdlpInfo(output: string): YtdlpInfo {
  try {
    const answer = parseJson(output);
    checkCounts(answer);
    return ytdlpInfoSchema.parse(answer);
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError('EXTRACT_FAILED', { cause });
  }
}

function checkCounts(answer: unknown): void {
  const counts: Counts = { formats: 0, entries: 0, rows: 0 };
  // The entries, and one more level for entries that are lists themselves. The schema reads no
  // deeper.
  for (let [items, depth] = [[answer], 0]; depth < 3; depth += 1) {
    items.forEach((item) => countItem(item, counts));
    for (const kind of ['formats', 'entries', 'rows'] as const) {
      if (counts[kind] > MOST[kind]) {
        throw new DomainError('PAGE_TOO_LARGE', { cause: `${counts[kind]} ${kind}` });
      }
    }
    items = items.flatMap((item) => listIn(item, 'entries'));
  }
}

function countItem(item: unknown, counts: Counts): void {
  counts.formats += listIn(item, 'formats').length;
  counts.entries += listIn(item, 'entries').length;
  for (const name of ['thumbnails', 'chapters', 'artists']) {
    counts.rows += listIn(item, name).length;
  }
  for (const name of ['subtitles', 'automatic_captions']) {
    const languages = Object.values(objectOf(objectOf(item)[name]));
    counts.rows += languages.reduce(
      (sum: number, list) => sum + 1 + (Array.isArray(list) ? list.length : 0),
      0,
    );
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function listIn(item: unknown, name: string): readonly unknown[] {
  const list = objectOf(item)[name];
  return Array.isArray(list) ? list : [];
}
