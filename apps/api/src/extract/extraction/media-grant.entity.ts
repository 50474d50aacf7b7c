import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber, wholeNumber } from '../../infra/database/columns.js';
import type { NameParts } from '../formats/to-format.js';

/** A media or image URL that was handed out, with what it takes to fetch it. Goes with its extraction. */
@Entity('media_grant')
export class MediaGrant {
  /** SHA-256 (hex) of the URL. */
  @PrimaryColumn('text', { name: 'url_hash' })
  urlHash!: string;

  @PrimaryColumn('text')
  kind!: 'media' | 'image';

  @PrimaryColumn({ type: 'bigint', name: 'extraction_id', transformer: asNumber })
  extractionId!: number;

  @Column('jsonb')
  headers!: Readonly<Record<string, string>>;

  /** What its file name is made of; null for images that were kept before they were saved. */
  @Column('jsonb', { name: 'file_name', nullable: true })
  fileName!: NameParts | null;

  @Column({ ...wholeNumber, name: 'size_bytes', nullable: true })
  sizeBytes!: number | null;
}
