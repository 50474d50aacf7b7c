import { Injectable } from '@nestjs/common';
import { inBatches } from '../../infra/database/in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { ExtractionRepository } from './extraction.repository.js';

@Injectable()
export class ExtractionSweep {
  constructor(private readonly extractions: ExtractionRepository) {}

  @Sweep({ name: 'extractions', everyMs: 60_000 })
  async sweep(): Promise<void> {
    await inBatches((limit) => this.extractions.removeExpired(limit));
  }
}
