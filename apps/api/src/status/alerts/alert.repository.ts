import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Told } from './next-alert.js';

/** The ways to tell the operator something. Each has its own notes, so that one may be down. */
export type AlertChannel = 'webhook' | 'mail';

/**
 * Notes of other channels than the first have a prefix instead of a column of their own, which
 * processes of the version before could not write during an update.
 */
const PREFIX: Record<AlertChannel, string> = { webhook: '', mail: 'mail:' };

@Injectable()
export class AlertRepository {
  constructor(private readonly source: DataSource) {}

  /** What the operator was told last over a channel, by platform. */
  async told(channel: AlertChannel): Promise<ReadonlyMap<string, Told>> {
    const rows: (Told & { readonly site: string })[] = await this.source.query(
      `SELECT site, is_failing AS "isFailing",
         floor(extract(epoch FROM told_at) * 1000)::float8 AS "atMs" FROM platform_alert`,
    );
    const prefix = PREFIX[channel];
    const own = rows.filter(({ site }) => site.startsWith(prefix));
    return new Map(own.map((row) => [row.site.slice(prefix.length), row]));
  }

  /** Notes that the operator has now been told over a channel. */
  async note(channel: AlertChannel, site: string, isFailing: boolean): Promise<void> {
    await this.source.query(
      `INSERT INTO platform_alert (site, is_failing, told_at) VALUES ($1, $2, now())
       ON CONFLICT (site) DO UPDATE SET is_failing = excluded.is_failing, told_at = now()`,
      [PREFIX[channel] + site, isFailing],
    );
  }
}
