import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber, timestamp } from '../../infra/database/columns.js';
import type { Offer } from '../formats/offer.js';
import type { StoredList } from '../list-target.js';
import type { SourceInfo } from '../source-info.js';

/** The part of a page that is stored: its facts without the raw formats, and the offers. */
export interface StoredSource {
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offers: readonly Offer[];
  /** The entries of a list, which has no offers itself. Null or missing for an item. */
  readonly list?: StoredList | null;
}

@Entity('extraction')
export class Extraction {
  @PrimaryColumn({ type: 'bigint', transformer: asNumber })
  id!: number;

  @Column('text', { name: 'url_key' })
  urlKey!: string;

  @Column('text', { name: 'page_url' })
  pageUrl!: string;

  @Column('jsonb')
  source!: StoredSource;

  /** Until this time, the same link gets this result. */
  @Column({ ...timestamp, name: 'fresh_until' })
  freshUntil!: Date;

  /** Until this time, the issued URLs can be relayed and merged. */
  @Column({ ...timestamp, name: 'expires_at' })
  expiresAt!: Date;
}
