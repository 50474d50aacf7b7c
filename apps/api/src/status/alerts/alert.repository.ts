import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Told } from './next-alert.js';

@Injectable()
export class AlertRepository {
  constructor(private readonly source: DataSource) {}

  /** What the operator was told last, by platform. */
  async told(): Promise<ReadonlyMap<string, Told>> {
    const rows: (Told & { readonly site: string })[] = await this.source.query(
      `SELECT site, is_failing AS "isFailing",
         floor(extract(epoch FROM told_at) * 1000)::float8 AS "atMs" FROM platform_alert`,
    );
    return new Map(rows.map((row) => [row.site, row]));
  }

  /** Notes that the operator has now been told. */
  async note(site: string, isFailing: boolean): Promise<void> {
    await this.source.query(
      `INSERT INTO platform_alert (site, is_failing, told_at) VALUES ($1, $2, now())
       ON CONFLICT (site) DO UPDATE SET is_failing = excluded.is_failing, told_at = now()`,
      [site, isFailing],
    );
  }
}
