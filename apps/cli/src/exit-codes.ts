import { ApiFailure } from '@dipper/client';
import { type ErrorCode, ERRORS } from '@dipper/contract';

/** The exit codes of the command (docs/cli.md lists them). */
export const EXIT = {
  done: 0,
  /** The command has a bug. */
  failed: 1,
  /** The arguments are invalid. */
  usage: 2,
  /** The link works, but doesn't offer the requested format, subtitles or entries. */
  unavailable: 3,
  /** The site to which the link leads failed. */
  source: 4,
  /** The server can't be reached, is busy or has failed. */
  server: 5,
  /** The server refuses the key. */
  refused: 6,
  /** The file can't be written. */
  file: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error with a sentence for the user. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CommandError';
  }
}

export const usageError = (message: string) => new CommandError(EXIT.usage, message);
export const unavailable = (message: string) => new CommandError(EXIT.unavailable, message);

/** File system errors, with what the user can do about them. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'Choose a folder that you may write to with -o.',
  EPERM: 'Choose a folder that you may write to with -o.',
  EROFS: 'Choose a folder that you may write to with -o.',
  ENOSPC: 'Free some space and run the same command again; it continues where it stopped.',
  EDQUOT: 'Free some space and run the same command again; it continues where it stopped.',
  EISDIR: 'It is a folder: choose another name with -o.',
  EEXIST: 'There is a file where a folder should be: choose another path with -o.',
  ENOTDIR: 'A part of the path is a file: choose another path with -o.',
  ENOENT: 'Check the path.',
  ELOOP: 'It is a link: choose another folder with -o.',
  ENAMETOOLONG: 'Choose a shorter name with -o.',
};

/** The reply's status or, for the error of a task, the usual status for its code. */
function statusOf({ reply }: ApiFailure): number | undefined {
  const { status, code = '' } = reply;
  return status ?? (Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].status : 500);
}

function exitCodeOfStatus(status: number, code: string | null): ExitCode {
  if (code === ('MEDIA_NOT_GRANTED' satisfies ErrorCode)) {
    return EXIT.unavailable;
  }
  if (status === 401 || status === 403) {
    return EXIT.refused;
  }
  if (status === 502 || status === 504) {
    return EXIT.source;
  }
  return status === 429 || status >= 500 ? EXIT.server : EXIT.unavailable;
}

/** An error as the command reports it. */
export interface Explained {
  readonly exitCode: ExitCode;
  /** One or two sentences that state what happened, and what to do. */
  readonly sentence: string;
  /** The server's code; null if the server didn't report the error. */
  readonly code: string | null;
}

/**
 * Explains any error.
 * @param server the address of the server in use; null if the command started it
 */
export function explain(error: unknown, server: string | null): Explained {
  if (error instanceof CommandError) {
    return { exitCode: error.exitCode, sentence: error.message, code: null };
  }
  if (error instanceof ApiFailure) {
    return explainFailure(error, server);
  }
  const { code, path, message } = error as NodeJS.ErrnoException;
  const advice = code === undefined ? undefined : FILE_ERRORS[code];
  if (advice !== undefined) {
    const where = path === undefined ? 'The file' : path;
    const sentence = `${where} can't be written (${String(code)}). ${advice}`;
    return { exitCode: EXIT.file, sentence, code: null };
  }
  const sentence = `Something unexpected went wrong: ${message}. Please report it.`;
  return { exitCode: EXIT.failed, sentence, code: null };
}

function explainFailure(failure: ApiFailure, server: string | null): Explained {
  const place = server ?? 'the server in the background';
  if (failure.kind === 'network') {
    const sentence = `${place} can't be reached. Check the address and your connection, then run the same command again.`;
    return { exitCode: EXIT.server, sentence, code: null };
  }
  const { sentence, code = null, status } = failure.reply;
  if (failure.kind === 'unexpected' || sentence === undefined || sentence === '') {
    const what = status === undefined ? '' : ` (status ${status})`;
    return {
      exitCode: EXIT.server,
      sentence: `${place} did not respond like a Dipper server${what}. Check the address.`,
      code,
    };
  }
  return { exitCode: exitCodeOfStatus(statusOf(failure) ?? 500, code), sentence, code };
}
