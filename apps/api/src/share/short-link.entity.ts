import type { KeptParams } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A short link and what it leads to. Says nothing of who made or opened it. */
@Entity('short_link')
export class ShortLink {
  /** Base62, case-sensitive. */
  @PrimaryColumn('text')
  id!: string;

  /** SHA-256 (hex) of the params: what makes the same params one link. */
  @Column('text', { name: 'params_hash' })
  paramsHash!: string;

  @Column('jsonb')
  params!: KeptParams;

  /**
   * The page that `thumbnail_url` was handed out for when the link was made; null where it was not
   * handed out here, so that it is not relayed.
   */
  @Column('text', { name: 'picture_page', nullable: true })
  picturePage!: string | null;

  /** The day on which it was last made or opened, ISO 8601, UTC. */
  @Column('date', { name: 'used_on' })
  usedOn!: string;
}
