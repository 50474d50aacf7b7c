import pg from 'pg';
import type { DatabaseWatch } from './database-watch.js';

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void;

export interface WatchedPoolConfig extends pg.PoolConfig {
  readonly watch: DatabaseWatch;
}

/** The watch has found the database silent. The code is the system's, as for a connection that times out. */
class DatabaseAway extends Error {
  readonly code = 'ETIMEDOUT';
}

/** What pg-pool says of a new connection that was accepted and then never answered. */
const NEVER_ANSWERED = /connection timeout/;

/** Connections for as long as the database answers; TypeORM asks for each by a callback. */
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
      throw new Error('connections of this pool are asked for by a callback');
    }
    if (this.watch.isAway) {
      setImmediate(
        then,
        new DatabaseAway('the database does not answer'),
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
