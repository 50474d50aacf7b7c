import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, LessThan, MoreThan, type Repository } from 'typeorm';
import { Extraction } from './extraction.entity.js';

@Injectable()
export class ExtractionRepository {
  constructor(@InjectRepository(Extraction) private readonly rows: Repository<Extraction>) {}

  async add(extraction: Omit<Extraction, 'id'>): Promise<Extraction> {
    const { urlKey, pageUrl, source, granted, freshUntil, expiresAt } = extraction;
    const added: { id: string }[] = await this.rows.query(
      `INSERT INTO extraction (url_key, page_url, source, granted, fresh_until, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [urlKey, pageUrl, JSON.stringify(source), granted, freshUntil, expiresAt],
    );
    return { ...extraction, id: Number(added[0]?.id) };
  }

  /** The newest answer for a link that is still fresh. */
  findFresh(urlKey: string, now: Date): Promise<Extraction | null> {
    return this.rows.findOne({
      where: { urlKey, freshUntil: MoreThan(now) },
      order: { id: 'DESC' },
    });
  }

  findLive(id: number, now: Date): Promise<Extraction | null> {
    return this.rows.findOne({ where: { id, expiresAt: MoreThan(now) } });
  }

  /** The newest live extraction that handed out a URL. */
  findGranting(urlHash: string, now: Date): Promise<Extraction | null> {
    return this.rows.findOne({
      where: { granted: ArrayContains([urlHash]), expiresAt: MoreThan(now) },
      order: { id: 'DESC' },
    });
  }

  async removeExpired(now: Date): Promise<number> {
    return (await this.rows.delete({ expiresAt: LessThan(now) })).affected ?? 0;
  }
}
