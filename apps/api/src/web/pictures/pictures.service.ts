import { Injectable } from '@nestjs/common';
import type { PictureParts } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { CardWords } from './card.js';
import { drawCard } from './draw-card.js';
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
 * Draws pictures one at a time and caches them by content, so that domains that look the same share
 * pictures, and a changed configuration gets new ones.
 */
@Injectable()
export class PicturesService {
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (png, key) => png.length + key.length,
  });
  private readonly making = new Map<string, Promise<Buffer>>();
  private readonly queue = new PQueue({ concurrency: 1 });

  /** @throws DomainError BUSY */
  icon(favicon: string, ground: string, icon: Icon): Promise<Buffer> {
    const svg = iconSvg(favicon, ground, icon);
    return this.picture(svg, () => Promise.resolve(svg));
  }

  /** @throws DomainError BUSY */
  card(parts: PictureParts, words: CardWords): Promise<Buffer> {
    const key = JSON.stringify([parts, words]);
    return this.picture(key, () => drawCard(parts, words));
  }

  private async picture(key: string, draw: () => Promise<string>): Promise<Buffer> {
    const kept = this.kept.get(key) ?? this.making.get(key);
    if (kept !== undefined) {
      return kept;
    }
    if (this.queue.size >= MAX_WAITING) {
      throw new DomainError('BUSY');
    }
    const made = this.queue.add(async () => rasterize(await draw()));
    this.making.set(key, made);
    try {
      const png = await made;
      this.kept.set(key, png);
      return png;
    } finally {
      this.making.delete(key);
    }
  }
}
