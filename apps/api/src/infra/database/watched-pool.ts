import pg from 'pg';
import type { DatabaseWatch } from './database-watch.js';

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void;

interface WatchedPoolConfig extends pg.PoolConfig {
  readonly watch: DatabaseWatch;
}

/**
 * Thrown while the database is known to be unresponsive. Has the system's code for a connection
 * timeout.
 */
class DatabaseAway extends Error {
  readonly code = 'ETIMEDOUT';
}

/** The message from pg-pool for a connection that was accepted but got no response. */
const NEVER_ANSWERED = /connection timeout/;

/** Hands out connections while the database responds. TypeORM requests them with a callback. */
export class WatchedPool extends pg.Pool {
  private readonly watch: DatabaseWatch;

  constructor(config: WatchedPoolConfig) {
    super(config);
    this.watch = config.watch;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(then: OnConnection): void;
  override connect(then?: OnConnection): Promise<pg.PoolClient> | void {
    if (then === undefined) {
      throw new Error('connections of this pool must be requested with a callback');
    }
    if (this.watch.isAway) {
      setImmediate(
        then,
        new DatabaseAway('the database does not respond'),
        undefined,
        () => undefined,
      );
      return;
    }
    super.connect((error, client, release) => {
      if (error !== undefined && error !== null) {
        this.note(error);
      }
      then(error, client, release);
    });
  }

  private note({ message }: Error): void {
    if (NEVER_ANSWERED.test(message)) {
      this.watch.silent();
    } else {
      this.watch.failed();
    }
  }
}
