import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ExtractionRepository } from './extraction.repository.js';

const EVERY_MS = 60_000;

/** Removes what pages held once its time is over. */
@Injectable()
export class ExtractionSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ExtractionSweep.name);
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly extractions: ExtractionRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer !== null) {
      clearInterval(this.timer);
    }
  }

  private async sweep(): Promise<void> {
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
