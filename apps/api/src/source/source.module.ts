import { Module } from '@nestjs/common';
import { HostBudget } from './host-budget.js';
import { SourceClient } from './source-client.js';
import { SourceFetcher } from './source-fetcher.js';

/** Brings the bytes of a source to wherever they are wanted. */
@Module({
  providers: [
    SourceClient,
    SourceFetcher,
    { provide: HostBudget, useFactory: () => new HostBudget() },
  ],
  exports: [SourceClient, SourceFetcher],
})
export class SourceModule {}
