import { LRUCache } from 'lru-cache';
import { storedLength } from './extraction-size.js';
import type { Extraction } from './extraction.entity.js';

/**
 * The maximum number of entries, and their maximum total size in characters of JSON (about twice as
 * many bytes on the heap). The same results are in the database, for other processes.
 */
const KEPT = { max: 500, maxSize: 32 * 1024 * 1024 };

export class ExtractionCache {
  private readonly kept = new LRUCache<string, Extraction>({
    ...KEPT,
    sizeCalculation: ({ source }) => storedLength(source),
    ttlAutopurge: true,
  });

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

  /**
   * Replaces an entry with a later version of the same extraction. Does nothing if the entry has
   * been evicted.
   */
  replace(extraction: Extraction, now: Date): void {
    if (this.get(extraction.urlKey, now)?.id === extraction.id) {
      this.keep(extraction, now);
    }
  }
}
