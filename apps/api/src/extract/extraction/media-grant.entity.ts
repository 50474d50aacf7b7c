import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber, wholeNumber } from '../../infra/database/columns.js';
import type { NameParts } from '../formats/to-format.js';

/**
 * A media or image URL that was issued, with the data needed to fetch it. Deleted together with its
 * extraction.
 */
@Entity('media_grant')
export class MediaGrant {
  @PrimaryColumn('text', { name: 'url_hash' })
  urlHash!: string;

  @PrimaryColumn('text')
  kind!: 'media' | 'image';

  @PrimaryColumn({ type: 'bigint', name: 'extraction_id', transformer: asNumber })
  extractionId!: number;

  @Column('jsonb')
  headers!: Readonly<Record<string, string>>;

  /** The parts of the file name. Null for images that were stored before images could be saved. */
  @Column('jsonb', { name: 'file_name', nullable: true })
  fileName!: NameParts | null;

  @Column({ ...wholeNumber, name: 'size_bytes', nullable: true })
  sizeBytes!: number | null;
}
