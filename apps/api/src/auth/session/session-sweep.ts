import { Injectable } from '@nestjs/common';
import { inBatches } from '../../infra/database/in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { SessionRepository } from './session.repository.js';

/**
 * Every half hour is often enough, because expired sessions are harmless and only take up space.
 */
const EVERY_MS = 1_800_000;

@Injectable()
export class SessionSweep {
  constructor(private readonly sessions: SessionRepository) {}

  @Sweep({ name: 'sessions', everyMs: EVERY_MS })
  sweep(batch?: number): Promise<void> {
    return inBatches((limit) => this.sessions.removeExpired(limit), batch);
  }
}
