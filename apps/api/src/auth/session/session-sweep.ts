import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SessionRepository } from './session.repository.js';

/** Half an hour: expired sessions open nothing, they only take room. */
const EVERY_MS = 1_800_000;
/** Removed by one statement, so that nobody waits for it. */
const BATCH = 1000;

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

  async sweep(batch = BATCH): Promise<void> {
    while ((await this.sessions.removeExpired(batch)) === batch) {
      // As many as fit into one statement: there may be more.
    }
  }
}
