import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { inBatches } from '../../infra/database/in-batches.js';
import { SessionRepository } from './session.repository.js';

/** Half an hour: expired sessions open nothing, they only take room. */
const EVERY_MS = 1_800_000;

/** Removes sessions whose time is over. */
@Injectable()
export class SessionSweep {
  private readonly logger = new Logger(SessionSweep.name);

  constructor(private readonly sessions: SessionRepository) {}

  @Interval(EVERY_MS)
  async regularly(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'Old sessions could not be removed; next try in half an hour',
      );
    }
  }

  sweep(batch?: number): Promise<void> {
    return inBatches((limit) => this.sessions.removeExpired(limit), batch);
  }
}
