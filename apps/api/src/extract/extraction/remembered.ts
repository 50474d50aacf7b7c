import { LRUCache } from 'lru-cache';
import { storedLength } from './extraction-size.js';
import type { Extraction } from './extraction.entity.js';

/**
 * Answers kept in memory, and the characters of JSON of all together (a process holds about twice
 * as many bytes for them): the database has them too, for other processes.
 */
const KEPT = { max: 500, maxSize: 32 * 1024 * 1024 };

/** The last answers, in memory for as long as they are fresh. */
export class Remembered {
  private readonly kept = new LRUCache<string, Extraction>({
    ...KEPT,
    sizeCalculation: ({ source }) => storedLength(source),
    ttlAutopurge: true,
  });

  /** The answer for a link, while it is fresh. */
  get(urlKey: string, now: Date): Extraction | null {
    const found = this.kept.get(urlKey);
    return found !== undefined && found.freshUntil > now ? found : null;
  }

  keep(extraction: Extraction, now: Date): void {
    const ttl = extraction.freshUntil.getTime() - now.getTime();
    if (ttl > 0) {
      this.kept.set(extraction.urlKey, extraction, { ttl });
    }
  }

  /** Keeps what has been learnt of an extraction since, where that is still the answer. */
  replace(extraction: Extraction, now: Date): void {
    if (this.get(extraction.urlKey, now)?.id === extraction.id) {
      this.keep(extraction, now);
    }
  }
}
