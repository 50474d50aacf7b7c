import pg from 'pg';

/** How to treat statements that get no response. Without `silenceMs` they wait forever. */
export interface SilenceOptions {
  readonly silenceMs?: number;
  readonly onSilence?: () => void;
  /** Callbacks that abort the statements in progress. */
  readonly underWay?: Set<() => void>;
}

/**
 * A statement got no response. The code is the one that the system uses for a connection timeout.
 */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database did not answer');
  }
}

/**
 * A connection whose errors always have a listener. pg-pool stops listening when it hands out a
 * connection, and TypeORM starts listening one turn later. In between, a FATAL from the server
 * (because of a restart or `pg_terminate_backend`) would end the process. The current or next query
 * still fails.
 *
 * A statement without a response ends its connection. With `query_timeout`, pg would return the
 * busy connection to the pool instead, and the next statement would wait behind the lost one.
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
    // Give up one turn of the event loop later, so that a response that arrived while this process
    // was busy still counts.
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
