import pg from 'pg';

/** What becomes of statements that nobody answers; without `silenceMs` they wait for ever. */
export interface SilenceOptions {
  readonly silenceMs?: number;
  readonly onSilence?: () => void;
  /** What breaks off the statements under way: each is in here until it is answered. */
  readonly underWay?: Set<() => void>;
}

/** Nobody has answered a statement. The code is the system's, as for a connection that times out. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database did not answer');
  }
}

/**
 * A connection whose errors somebody always hears. Between pg-pool, which stops listening as it
 * hands one out, and TypeORM, which begins to listen a turn later, a FATAL of the server (a restart,
 * `pg_terminate_backend`) would be an event without a listener, which ends the process. The query
 * that is under way, or the next one, is told all the same.
 *
 * A statement that nobody answers ends the connection: with `query_timeout`, pg would hand the busy
 * connection back to the pool, where the next statement waits behind the lost one.
 */
export class SteadyClient extends pg.Client {
  constructor(config: string | (pg.ClientConfig & SilenceOptions) = {}) {
    super(config);
    this.on('error', () => undefined);
    const options = typeof config === 'string' ? {} : config;
    const { silenceMs } = options;
    if (silenceMs !== undefined) {
      const query = this.query.bind(this) as (...asked: unknown[]) => unknown;
      Object.assign(this, {
        query: (...asked: unknown[]) => {
          const answer = query(...asked);
          if (answer instanceof Promise) {
            this.expect(answer, silenceMs, options);
          }
          return answer;
        },
      });
    }
  }

  private expect(
    answer: Promise<unknown>,
    ms: number,
    { onSilence, underWay }: SilenceOptions,
  ): void {
    let isPending = true;
    const breakOff = (): void => {
      const { stream } = (this as unknown as { connection: pg.Connection }).connection;
      stream.destroy(new DatabaseSilent());
    };
    const giveUp = (): void => {
      if (isPending) {
        onSilence?.();
        breakOff();
      }
    };
    // After a turn of the loop: an answer that has arrived while this process was held up counts.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    underWay?.add(breakOff);
    const settle = (): void => {
      isPending = false;
      clearTimeout(timer);
      underWay?.delete(breakOff);
    };
    answer.then(settle, settle);
  }
}
