import pino, { type DestinationStream } from 'pino';

/**
 * Writes the log to stdout, which may be a file on a full disk. By default, pino would then end the
 * process, or retry the same line forever.
 * @param fd the file descriptor to write to
 */
export function logOutput(fd = 1): DestinationStream {
  return pino.destination({ fd, sync: true }).on('error', () => undefined);
}

/**
 * Removes secrets from an error before it is logged; causes of other kinds are kept unchanged.
 * TypeORM's errors contain the values of a failed statement (media URLs, cookies and tokens of
 * visitors), and Postgres quotes some of them in `detail` ("Failing row contains ...") and `where`.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const { query, parameters, driverError, detail, where, ...told } = pino.stdSerializers.err(
    error,
  ) as ReturnType<typeof pino.stdSerializers.err> &
    Partial<Record<'query' | 'parameters' | 'driverError' | 'detail' | 'where', unknown>>;
  void [query, parameters, driverError, detail, where];
  return told;
}
