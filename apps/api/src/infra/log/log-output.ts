import pino, { type DestinationStream } from 'pino';
import { withSourcePositions } from './source-positions.js';

/**
 * The log goes to stdout, which may be a file on a full disk. By default, pino would then end the
 * process, or retry the same line forever.
 * @param fd the file descriptor to write to.
 */
export function logOutput(fd = 1): DestinationStream {
  return pino.destination({ fd, sync: true }).on('error', () => undefined);
}

/**
 * An error in the form in which it is logged: with positions in our sources, and without secrets.
 * Values that are not errors are returned unchanged. TypeORM's errors contain the values of a
 * failed statement (media URLs, cookies and tokens of visitors), and Postgres quotes some in
 * `detail` ("Failing row contains ...") and `where`.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const { query, parameters, driverError, detail, where, stack, ...told } = pino.stdSerializers.err(
    error,
  ) as ReturnType<typeof pino.stdSerializers.err> &
    Partial<Record<'query' | 'parameters' | 'driverError' | 'detail' | 'where', unknown>>;
  void [query, parameters, driverError, detail, where];
  return { ...told, stack: withSourcePositions(stack) };
}
