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
 * hold the values of a failed statement: media URLs, cookies and tokens of visitors.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const { query, parameters, driverError, ...told } = pino.stdSerializers.err(error) as ReturnType<
    typeof pino.stdSerializers.err
  > & { query?: unknown; parameters?: unknown; driverError?: unknown };
  void [query, parameters, driverError];
  return told;
}
