import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from './database-watch.js';

/** Tells whether the database answers, for health checks. */
@Injectable()
export class DatabaseProbe {
  private asking: Promise<unknown> | null = null;

  constructor(
    private readonly watch: DatabaseWatch,
    private readonly source: DataSource,
  ) {}

  /** Runs a single query, however many callers. @throws when it does not answer */
  async check(): Promise<void> {
    if (this.watch.isWatching) {
      await this.watch.check();
      return;
    }
    // The embedded database has only one session, which is the pool's.
    this.asking ??= this.source.query('SELECT 1').finally(() => (this.asking = null));
    await this.asking;
  }
}
