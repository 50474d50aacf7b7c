import type { Env } from './env.js';

type Place = Pick<Env, 'PORT' | 'HOST' | 'DATA_DIR'>;

/** Why the server can't listen, and what to do about it, by system error code. */
const LISTENING: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ PORT }) =>
    `PORT is ${PORT}; another program uses it: stop that one, or choose another port.`,
  EACCES: ({ PORT }) =>
    `PORT is ${PORT}; this user may not listen on it: choose a port of 1024 or above.`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST is "${HOST}"; allowed: a name or an address of this machine.`,
  ENOTFOUND: ({ HOST }) => `HOST is "${HOST}"; allowed: a name or an address of this machine.`,
  EAI_AGAIN: ({ HOST }) => `HOST is "${HOST}"; allowed: a name or an address of this machine.`,
};

/**
 * Explains startup failures that are caused by the machine, not by a bug.
 * @returns a single line for the operator; null for any other failure
 */
export function machineProblem(error: unknown, place: Place): string | null {
  const {
    code = '',
    syscall = '',
    path,
    hostname,
  } = error as NodeJS.ErrnoException & {
    hostname?: string;
  };
  if (syscall === 'listen' || hostname === place.HOST) {
    return LISTENING[code]?.(place) ?? null;
  }
  const isOurs =
    path?.startsWith(place.DATA_DIR) === true || place.DATA_DIR.startsWith(path ?? '\0');
  return isOurs && code !== ''
    ? `DATA_DIR is "${place.DATA_DIR}"; allowed: a folder that can be written to (${code}).`
    : null;
}
