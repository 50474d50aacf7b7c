import { Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ENV, type Env } from '../infra/env/env.module.js';
import { metrics } from '../infra/metrics/metrics.js';
import { SYSTEM_CLOCK } from './clock.js';
import { HostBudget } from './lanes/host-budget.js';
import { RedisLanes } from './lanes/shared-lanes.js';
import { SourceClient } from './client/source-client.js';
import { SourceFetcher } from './source-fetcher.js';

/** Fetches the bytes of sources, for downloads and for the relay. */
@Module({
  providers: [
    SourceClient,
    SourceFetcher,
    {
      provide: HostBudget,
      inject: [ENV],
      useFactory: ({ REDIS_URL }: Env) =>
        new HostBudget(SYSTEM_CLOCK, REDIS_URL === undefined ? null : new RedisLanes(REDIS_URL)),
    },
  ],
  exports: [SourceClient, SourceFetcher, HostBudget],
})
export class SourceModule implements OnModuleInit, OnModuleDestroy {
  private unwatch: (() => void)[] = [];

  constructor(private readonly budget: HostBudget) {}

  onModuleInit(): void {
    this.unwatch = [
      metrics.watchValue('dipper_source_hosts', () => this.budget.counts.hosts),
      metrics.watch('dipper_source_lanes', () =>
        Object.entries(this.budget.counts.lanes).map(([state, value]) => ({
          ...{ labels: { state }, value },
        })),
      ),
    ];
  }

  onModuleDestroy(): void {
    this.unwatch.forEach((stop) => stop());
  }
}
