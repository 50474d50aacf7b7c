import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber, moment } from '../../infra/database/columns.js';
import type { Offer } from '../formats/offer.js';
import type { EntryRef } from '../extractors/extractor.port.js';
import type { SourceInfo } from '../source-info.js';

/** What is kept of a page: its facts without the raw formats, and the rows that were offered. */
export interface StoredSource {
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offers: readonly Offer[];
  /** Of a list, which has no offers of its own: what is in it; null or missing for an item. */
  readonly list?: StoredList | null;
}

/** What is kept of a list. */
export interface StoredList {
  readonly entries: readonly EntryRef[];
  /** How many the source has; null when it does not say. */
  readonly total: number | null;
}

/** What the id of a list stands for. */
export interface Listed extends StoredList {
  /** The canonical address of its page; '' for links that were pasted together. */
  readonly pageUrl: string;
  readonly title: string;
}

@Entity('extraction')
export class Extraction {
  /** Given by the database. */
  @PrimaryColumn({ type: 'bigint', transformer: asNumber })
  id!: number;

  @Column('text', { name: 'url_key' })
  urlKey!: string;

  @Column('text', { name: 'page_url' })
  pageUrl!: string;

  @Column('jsonb')
  source!: StoredSource;

  /** Until then the same link is answered with this. */
  @Column({ ...moment, name: 'fresh_until' })
  freshUntil!: Date;

  /** Until then what was handed out can be relayed and merged. */
  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;
}
