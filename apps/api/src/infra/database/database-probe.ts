import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from './database-watch.js';
import { PROBE } from './steady-client.js';

@Injectable()
export class DatabaseProbe {
  private asking: Promise<unknown> | null = null;

  constructor(
    private readonly watch: DatabaseWatch,
    private readonly source: DataSource,
  ) {}

  /**
   * Runs a single query, which concurrent callers share. @throws if the database does not respond
   */
  async check(): Promise<void> {
    if (this.watch.isWatching) {
      await this.watch.check();
      return;
    }
    // The embedded database has a single session, and the pool holds it.
    this.asking ??= this.source.query(PROBE).finally(() => (this.asking = null));
    await this.asking;
  }
}
