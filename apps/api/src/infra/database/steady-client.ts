import pg from 'pg';

/**
 * A connection whose errors somebody always hears. Between pg-pool, which stops listening as it
 * hands one out, and TypeORM, which begins to listen a turn later, a FATAL of the server (a restart,
 * `pg_terminate_backend`) would be an event without a listener, which ends the process. The query
 * that is under way, or the next one, is told all the same.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
