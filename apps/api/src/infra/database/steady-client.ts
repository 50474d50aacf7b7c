import pg from 'pg';
import { metrics } from '../metrics/metrics.js';

/** How to treat statements that get no response. Without `silenceMs`, they wait forever. */
interface SilenceOptions {
  readonly silenceMs?: number;
  readonly onSilence?: () => void;
  /** Callbacks that abort the statements in progress. */
  readonly underWay?: Set<() => void>;
}

/** Only checks that the database responds. */
export const PROBE = 'SELECT 1';

/** Thrown if a statement gets no response. Has the system's code for a connection timeout. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database did not respond');
  }
}

/**
 * A connection that always has an error listener. pg-pool stops listening when it hands out a
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
    const query = this.query.bind(this) as (...asked: unknown[]) => unknown;
    Object.assign(this, {
      query: (...asked: unknown[]) => {
        const answer = query(...asked);
        if (answer instanceof Promise) {
          if (silenceMs !== undefined) {
            this.expect(answer, silenceMs, options);
          }
          if (asked[0] !== PROBE) {
            measure(answer);
          }
        }
        return answer;
      },
    });
  }

  private expect(
    answer: Promise<unknown>,
    ms: number,
    { onSilence, underWay }: SilenceOptions,
  ): void {
    let isPending = true;
    const breakOff = (): void => {
      this.connection.stream.destroy(new DatabaseSilent());
    };
    const giveUp = (): void => {
      if (isPending) {
        onSilence?.();
        breakOff();
      }
    };
    // Give up one turn of the event loop later, in case a response arrived while this process was
    // busy.
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

function measure(answer: Promise<unknown>): void {
  const seconds = metrics.clock();
  const end = (outcome: string) => () =>
    metrics.observe('dipper_database_query_duration_seconds', { outcome }, seconds());
  answer.then(end('ok'), end('failed'));
}
