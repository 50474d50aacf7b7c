import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { metrics } from '../metrics/metrics.js';
import { DatabaseWatch } from './database-watch.js';

/** Exports metrics about database connections. `SteadyClient` exports those about statements. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit, OnModuleDestroy {
  private unwatch: (() => void)[] = [];

  constructor(
    private readonly source: DataSource,
    private readonly watch: DatabaseWatch,
  ) {}

  onModuleInit(): void {
    this.unwatch = [
      metrics.watchValue('dipper_database_up', () => (this.watch.isAway ? 0 : 1)),
      metrics.watch('dipper_database_connections', () => {
        const { idleCount, totalCount, waitingCount } = this.pool;
        return [
          { labels: { state: 'busy' }, value: totalCount - idleCount },
          { labels: { state: 'idle' }, value: idleCount },
          { labels: { state: 'waiting' }, value: waitingCount },
        ];
      }),
    ];
  }

  onModuleDestroy(): void {
    this.unwatch.forEach((stop) => stop());
  }

  /** TypeORM's types don't describe the pool. */
  private get pool(): pg.Pool {
    return (this.source.driver as PostgresDriver).master as pg.Pool;
  }
}
