import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Told } from './next-alert.js';

/** The ways to alert the operator. Each has its own records, because one may be down. */
export type AlertChannel = 'webhook' | 'mail';

/**
 * Records of the second channel have a prefix instead of a separate column, which processes of the
 * previous version could not fill during an update.
 */
const PREFIX: Record<AlertChannel, string> = { webhook: '', mail: 'mail:' };

@Injectable()
export class AlertRepository {
  constructor(private readonly source: DataSource) {}

  /** The operator's last alert on a channel, by platform. */
  async told(channel: AlertChannel): Promise<ReadonlyMap<string, Told>> {
    const rows: (Told & { readonly site: string })[] = await this.source.query(
      `SELECT site, is_failing AS "isFailing",
         floor(extract(epoch FROM told_at) * 1000)::float8 AS "atMs" FROM platform_alert`,
    );
    const prefix = PREFIX[channel];
    const own = rows.filter(({ site }) => site.startsWith(prefix));
    return new Map(own.map((row) => [row.site.slice(prefix.length), row]));
  }

  /** Records that the operator has been alerted on a channel. */
  async note(channel: AlertChannel, site: string, isFailing: boolean): Promise<void> {
    await this.source.query(
      `INSERT INTO platform_alert (site, is_failing, told_at) VALUES ($1, $2, now())
       ON CONFLICT (site) DO UPDATE SET is_failing = excluded.is_failing, told_at = now()`,
      [PREFIX[channel] + site, isFailing],
    );
  }
}
