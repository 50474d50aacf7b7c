import type { StoredParams } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A short link and its target. Does not record who created or opened it. */
@Entity('short_link')
export class ShortLink {
  /** Base62, case-sensitive. */
  @PrimaryColumn('text')
  id!: string;

  /** SHA-256 (hex) of the params, so that equal params share a link. */
  @Column('text', { name: 'params_hash' })
  paramsHash!: string;

  @Column('jsonb')
  params!: StoredParams;

  /**
   * The page `thumbnail_url` was issued for when the link was created; null when it was not issued
   * here and so is not relayed.
   */
  @Column('text', { name: 'picture_page', nullable: true })
  picturePage!: string | null;

  /** The day it was last created or opened, ISO 8601, UTC. */
  @Column('date', { name: 'used_on' })
  usedOn!: string;
}
