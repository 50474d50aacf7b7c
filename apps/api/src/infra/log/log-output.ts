import pino, { type DestinationStream } from 'pino';

/**
 * Where log lines go: to stdout, of which a file on a full disk may be the other end. By itself pino
 * then ends the process, or writes the same line for ever.
 * @param fd the file descriptor to write to.
 */
export function logOutput(fd = 1): DestinationStream {
  return pino.destination({ fd, sync: true }).on('error', () => undefined);
}

/**
 * What failed, as it is logged: an error, or a cause in words, which stays as it is. TypeORM's errors
 * hold the values of a failed statement (media URLs, cookies and tokens of visitors), and Postgres
 * names some in `detail` ("Failing row contains ...") and in `where`.
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
