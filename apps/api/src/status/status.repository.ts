import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_KEPT } from '../infra/outcomes/outcome-counts.js';
import type { Period } from '../infra/outcomes/platform-health.js';
import { ALL_WAITING } from '../merge/task/queue.sql.js';

export interface KnownOutcomes {
  /** When the query ran, in milliseconds since 1970 by the database's clock. */
  readonly nowMs: number;
  /** How many tasks of all visitors are waiting. */
  readonly waiting: number;
  readonly periods: readonly (Period & { readonly site: string })[];
}

/** A single statement, so that the status page costs at most one query. */
const READ = `
  SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS "nowMs", ${ALL_WAITING} AS waiting,
    (SELECT coalesce(json_agg(json_build_object('site', site, 'worked', worked, 'failed', failed,
        'beganMs', floor(extract(epoch FROM begun_at) * 1000))), '[]')
      FROM platform_outcome WHERE ${IS_KEPT}) AS periods`;

@Injectable()
export class StatusRepository {
  constructor(private readonly source: DataSource) {}

  /** The outcomes of all processes, and the length of the line. */
  async read(): Promise<KnownOutcomes> {
    const [row]: KnownOutcomes[] = await this.source.query(READ);
    return row ?? { nowMs: Date.now(), waiting: 0, periods: [] };
  }
}
