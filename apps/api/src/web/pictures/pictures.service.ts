import { Injectable } from '@nestjs/common';
import type { PictureParts } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { drawCard } from './card.js';
import { type Icon, iconSvg } from './icon.js';
import { rasterize } from './rasterize.js';

/**
 * Maximum size of the cached PNGs in bytes, enough for the pictures of 40 pages on a dozen domains.
 */
const KEPT_BYTES = 16 * 1024 * 1024;
/**
 * Longest queue. Each picture takes about 40 ms, and a client that makes up hosts must not fill the
 * queue.
 */
const MAX_WAITING = 25;

/**
 * Draws pictures one at a time and caches them by content, so domains that look the same share
 * pictures, and a changed configuration gets new ones.
 */
@Injectable()
export class PicturesService {
  private readonly queue = new PQueue({ concurrency: 1 });
  private readonly pngs = new LRUCache<string, Buffer, () => Promise<string>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (png, key) => png.length + key.length,
    // Everyone who asks in the meantime gets the same picture, even if it is too large to be kept.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: draw }) => {
      if (this.queue.size >= MAX_WAITING) {
        throw new DomainError('BUSY');
      }
      return this.queue.add(async () => rasterize(await draw()));
    },
  });

  /** @throws DomainError BUSY */
  icon(favicon: string, ground: string, icon: Icon): Promise<Buffer> {
    const svg = iconSvg(favicon, ground, icon);
    return this.picture(svg, () => Promise.resolve(svg));
  }

  /** @param language the title's language @throws DomainError BUSY */
  card(parts: PictureParts, title: string, language: string): Promise<Buffer> {
    const key = JSON.stringify([parts, title, language]);
    return this.picture(key, () => drawCard(parts, title, language));
  }

  private picture(key: string, draw: () => Promise<string>): Promise<Buffer> {
    return this.pngs.forceFetch(key, { context: draw });
  }
}
