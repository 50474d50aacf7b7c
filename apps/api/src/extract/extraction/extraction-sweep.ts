import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ExtractionRepository } from './extraction.repository.js';

const EVERY_MS = 60_000;

/** Removes what pages held once its time is over. */
@Injectable()
export class ExtractionSweep {
  private readonly logger = new Logger(ExtractionSweep.name);

  constructor(private readonly extractions: ExtractionRepository) {}

  @Interval(EVERY_MS)
  async sweep(): Promise<void> {
    try {
      await this.extractions.removeExpired(new Date());
    } catch (error) {
      this.logger.warn(
        { err: error },
        'Expired extractions could not be removed; next try in a minute',
      );
    }
  }
}
