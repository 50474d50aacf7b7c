import pg from 'pg';

/** What happens to unanswered statements; without `silenceMs` they wait forever. */
export interface SilenceOptions {
  readonly silenceMs?: number;
  readonly onSilence?: () => void;
  /** Abort callbacks of the statements under way. */
  readonly underWay?: Set<() => void>;
}

/** A statement was not answered. The code is the system's for a connection timeout. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database did not answer');
  }
}

/**
 * A connection whose errors always have a listener. Between pg-pool, which stops listening when it
 * hands one out, and TypeORM, which starts a turn later, a FATAL of the server (a restart,
 * `pg_terminate_backend`) would otherwise end the process. The current or next query still fails.
 *
 * An unanswered statement ends its connection: with `query_timeout`, pg would hand the busy
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
    // After a turn of the loop: an answer that arrived while this process was busy still counts.
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
