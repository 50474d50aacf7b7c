import { Module } from '@nestjs/common';
import { SourceFetcher } from './source-fetcher.js';

/** Brings the bytes of a source to wherever they are wanted. */
@Module({
  providers: [SourceFetcher],
  exports: [SourceFetcher],
})
export class SourceModule {}
