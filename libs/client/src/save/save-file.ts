import { LIMITS } from '@dipper/contract';
import { ApiFailure } from '../calls/api-failure.js';
import { openApi, type Send } from '../calls/call-api.js';
import { readChunks } from '../calls/read-lines.js';
import { BUSY_SECONDS, isBusy } from '../tasks/patiently.js';
import { pause } from '../time/pause.js';

/** After this long without a byte, in milliseconds, a reply's connection counts as lost. */
const SILENCE_MS = 45_000;

/** The part of a file that an earlier attempt has saved. */
export interface SavedPart {
  readonly bytes: number;
  /** The version of the file to which the part belongs (`validator` of its `SaveStart`). */
  readonly validator: string;
}

/** The position of a reply's bytes in the file. */
export interface SaveStart {
  /** The offset of the first byte. Everything after it is replaced. */
  readonly at: number;
  /**
   * Identifies this version of the file; null if the server sends none, and the download can't be
   * resumed.
   */
  readonly validator: string | null;
  /** The size of the whole file; null if it is not known. */
  readonly totalBytes: number | null;
}

/** Stores a file. An error that it throws stops `saveFile`. */
export interface FileSink {
  /** Returns the part that is already stored; null to begin with the first byte. */
  kept(): Promise<SavedPart | null>;
  /** Called before the bytes of each reply. There are several replies if connections are lost. */
  begin(start: SaveStart): Promise<void>;
  write(bytes: Uint8Array): Promise<void>;
}

export interface SaveOptions {
  readonly signal: AbortSignal;
  /** Called after each chunk, with the number of bytes that are stored. */
  readonly onBytes?: (bytes: number, totalBytes: number | null) => void;
}

/** The validator of a version whose byte ranges may be combined (RFC 9110, section 13.1.5). */
function validatorOf({ headers }: Response): string | null {
  const etag = headers.get('etag');
  return etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified');
}

/** Returns where the reply's bytes belong. */
function startOf(response: Response): SaveStart {
  const { headers, status } = response;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  const validator = validatorOf(response);
  if (status === 206) {
    if (range === null) {
      throw new ApiFailure('unexpected', { status });
    }
    const total = Number(range[2]);
    return { at: Number(range[1]), validator, totalBytes: Number.isNaN(total) ? null : total };
  }
  const length = headers.get('content-length');
  return { at: 0, validator, totalBytes: length === null ? null : Number(length) };
}

/**
 * Requests the missing bytes. Servers and proxies that ignore `If-Range` may send the rest of
 * another version, or another range. In that case, the whole file is requested.
 */
async function openRest(
  send: Send,
  path: string,
  kept: SavedPart | null,
  signal: AbortSignal,
): Promise<readonly [Response, SaveStart]> {
  const headers: Record<string, string> = { 'Accept-Encoding': 'identity' };
  if (kept !== null && kept.bytes > 0) {
    // Request the last byte again, so that the range is never empty, even if only the end of the
    // reply was missed.
    Object.assign(headers, { Range: `bytes=${kept.bytes - 1}-`, 'If-Range': kept.validator });
  }
  const response = await openApi(send, path, { headers, signal });
  const start = startOf(response);
  const fits = kept !== null && start.at === kept.bytes - 1 && start.validator === kept.validator;
  if (response.status !== 206 || fits) {
    return [response, start];
  }
  await response.body?.cancel();
  if (kept === null) {
    throw new ApiFailure('unexpected', { status: response.status });
  }
  return openRest(send, path, null, signal);
}

/** Saves the missing bytes. @returns the size of the whole file, in bytes */
async function saveRest(
  send: Send,
  path: string,
  sink: FileSink,
  { signal, onBytes }: SaveOptions,
): Promise<number> {
  const [response, start] = await openRest(send, path, await sink.kept(), signal);
  await sink.begin(start);
  let bytes = start.at;
  for await (const chunk of received(response, signal)) {
    await sink.write(chunk);
    bytes += chunk.length;
    onBytes?.(bytes, start.totalBytes);
  }
  if (start.totalBytes !== null && bytes !== start.totalBytes) {
    throw new ApiFailure('network');
  }
  return bytes;
}

/** Yields the bytes of a body. @throws ApiFailure (network) when the connection is lost */
async function* received({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) {
    return;
  }
  const chunks = readChunks(body, SILENCE_MS);
  const next = async () => {
    try {
      return await chunks.next();
    } catch (cause) {
      signal.throwIfAborted();
      throw new ApiFailure('network', {}, { cause });
    }
  };
  try {
    for (let chunk = await next(); chunk.done !== true; chunk = await next()) {
      yield chunk.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/**
 * Saves a file. Continues a part that is already stored, with Range and If-Range, and resumes after
 * lost connections. Gives up after five consecutive attempts without any new data.
 * @param path the path of a finished file, or of relayed media
 * @returns the size of the file, in bytes
 * @throws ApiFailure, whatever the sink throws, or the reason of `signal`
 */
export async function saveFile(
  send: Send,
  path: string,
  sink: FileSink,
  options: SaveOptions,
): Promise<number> {
  const { signal } = options;
  let failures = 0;
  let most = 0;
  const onBytes: SaveOptions['onBytes'] = (bytes, totalBytes) => {
    // The byte that is requested again does not count as progress.
    failures = bytes > most ? 0 : failures;
    most = Math.max(most, bytes);
    options.onBytes?.(bytes, totalBytes);
  };
  for (;;) {
    try {
      return await saveRest(send, path, sink, { signal, onBytes });
    } catch (error) {
      signal.throwIfAborted();
      const isTemporary =
        error instanceof ApiFailure && (error.kind === 'network' || isBusy(error.reply.status));
      if (!isTemporary || ++failures >= LIMITS.pollErrors) {
        throw error;
      }
      await pause(
        (error.reply.retryAfterSeconds ?? Math.min(failures, BUSY_SECONDS)) * 1000,
        signal,
      );
      signal.throwIfAborted();
    }
  }
}
