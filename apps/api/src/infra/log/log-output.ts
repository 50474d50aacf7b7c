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

/** Matches a character as it is, and percent-encoded once or several times. */
const either = (character: string): string =>
  `(?:${character}|%(?:25)*${character.charCodeAt(0).toString(16)})`;
const KEY = new RegExp(
  `${[...'dip_'].map(either).join('')}(?:\\w|%(?:25)*[3-7][0-9a-f]){8,}`,
  'gi',
);
const SLASH = '(?:/|%(?:25)*2f)';
const FEED = new RegExp(`(?<!/auth)(${SLASH}feed${SLASH})[^\\s"?/\\\\&]+`, 'gi');

/**
 * Removes API keys and the addresses of podcast feeds. A client may send a key in a path, a feed's
 * address is a path, and a dependency may log its input. Both may be percent-encoded.
 * @param line of the log, complete
 */
export function withoutKeys(line: string): string {
  const isEncoded = line.includes('%');
  const keyless = isEncoded || line.includes('dip_') ? line.replace(KEY, 'dip_[removed]') : line;
  return isEncoded || keyless.includes('/feed/') ? keyless.replace(FEED, '$1[removed]') : keyless;
}

/**
 * An error as it is logged: with a source-mapped stack, and without secrets.
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
