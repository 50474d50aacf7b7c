import type { StoredParams } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A short link and its target. The row does not record who created or opened the link. */
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
   * The page that `thumbnail_url` had been issued for when the link was created. Null if this
   * installation did not issue it, in which case it is not relayed.
   */
  @Column('text', { name: 'picture_page', nullable: true })
  picturePage!: string | null;

  /** The day the link was last created or opened, ISO 8601, UTC. */
  @Column('date', { name: 'used_on' })
  usedOn!: string;
}
