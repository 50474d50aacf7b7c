import { type FileHandle, open } from 'node:fs/promises';
import { type EgressResponse, MEDIA_REDIRECTS } from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { checkAnswer } from './source-status.js';
import type { FetchContext } from './fetch-context.js';
import { type FileVersion, isSameVersion, strongTag, versionOf } from './file-version.js';
import { inLanes } from './in-lanes.js';
import { FIRST_CONNECTIONS, nextConnections } from './next-connections.js';
import { type Part, PART_BYTES, partsOf } from './ranges.js';
import type { Remote } from './remote.js';
import { retrying } from './retry.js';
import { Interrupted, RangesUnreliable } from './source-error.js';
import { translateFailure } from './translate-failure.js';
import { writeGathered } from './write-gathered.js';

/** How often the number of connections is looked at, milliseconds. */
const OBSERVE_MS = 500;

/** A file whose source serves ranges: how long it is, and which version of it. */
interface Ranged {
  readonly total: number;
  readonly version: FileVersion;
  readonly parts: readonly Part[];
}

/**
 * Fetches one file to disk: in parts over several connections where the source serves ranges, else
 * in one piece. Holds what has arrived, so that after `SourceGone` it goes on with another URL of
 * the same file. Nothing is ever kept in memory beyond the chunk at hand.
 */
export class FileDownload {
  private file: FileHandle | null = null;
  /** Null until the source has answered the first part. */
  private ranged: Ranged | null = null;
  private arrived = 0;
  private whole = false;
  private refused = false;
  private connections = FIRST_CONNECTIONS;
  private seen = { at: 0, bytes: 0 };

  constructor(
    private readonly path: string,
    private readonly context: FetchContext,
  ) {}

  /**
   * Fetches what is missing.
   * @throws SourceGone when the URL is not honoured (any more); DomainError for the rest.
   */
  async run(remote: Remote): Promise<void> {
    this.file ??= await open(this.path, 'w');
    if (!this.whole) {
      await this.inParts(remote, this.file).catch((error: unknown) => {
        if (!(error instanceof RangesUnreliable)) {
          throw error;
        }
        this.whole = true;
      });
    }
    if (this.whole) {
      await this.inOnePiece(remote, this.file);
    }
    if (this.arrived === 0) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: 'the source sent nothing' });
    }
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private async inParts(remote: Remote, file: FileHandle): Promise<void> {
    const ranged = this.ranged ?? (await this.opening(remote, file));
    this.seen = { at: performance.now(), bytes: this.arrived };
    await inLanes(
      ranged.parts.filter((part) => part.next < part.end),
      () => this.lanes(),
      (part, failed) => this.fetchPart({ remote, file, ranged }, part, failed),
    );
  }

  /** The first part tells how large the file is and whether parts can be had. */
  private async opening(remote: Remote, file: FileHandle): Promise<Ranged> {
    const attempt = async (): Promise<void> => {
      const response = await this.ask(remote, { range: `bytes=0-${PART_BYTES - 1}` });
      const range = parseContentRange(header(response.headers, 'content-range'));
      if (response.status !== 206 || range?.start !== 0 || range.total === null) {
        response.body.destroy();
        throw new RangesUnreliable();
      }
      const first: Part = { next: 0, end: range.end + 1 };
      this.ranged = {
        total: range.total,
        version: versionOf(response.headers),
        parts: [first, ...partsOf(range.end + 1, range.total)],
      };
      try {
        this.context.onTotal(range.total);
        await this.write(response, file, first);
      } catch (error) {
        response.body.destroy();
        // Broken off half way: it is one of the parts now, and resumed with them.
        const failure = translateFailure(error, this.context.signal);
        if (!(failure instanceof Interrupted)) {
          throw failure;
        }
      }
    };
    await retrying(attempt, () => this.arrived, this.context.signal);
    if (this.ranged === null) {
      throw new RangesUnreliable();
    }
    return this.ranged;
  }

  private async fetchPart(
    { remote, file, ranged }: { remote: Remote; file: FileHandle; ranged: Ranged },
    part: Part,
    failed: AbortSignal,
  ): Promise<void> {
    const tag = strongTag(ranged.version);
    const attempt = async (): Promise<void> => {
      const wanted = { range: `bytes=${part.next}-${part.end - 1}` };
      const response = await this.ask(
        remote,
        tag === null ? wanted : { ...wanted, 'if-range': tag },
        failed,
      );
      if (!fits(response, part, ranged)) {
        response.body.destroy();
        throw new RangesUnreliable();
      }
      await this.write(response, file, part);
    };
    await retrying(attempt, () => part.next, AbortSignal.any([this.context.signal, failed]));
  }

  /** For sources without ranges: a break means from the beginning, a few times. */
  private async inOnePiece(remote: Remote, file: FileHandle): Promise<void> {
    const attempt = async (): Promise<void> => {
      await file.truncate(0);
      this.count(-this.arrived);
      const response = await this.ask(remote, {});
      if (response.status !== 200) {
        response.body.destroy();
        throw new DomainError('SOURCE_FAILED', { cause: 'a part was sent that nobody asked for' });
      }
      const length = header(response.headers, 'content-length');
      if (length !== undefined) {
        this.context.onTotal(Number(length));
      }
      await this.write(response, file, { next: 0, end: Number(length ?? Infinity) });
    };
    // What is thrown away at the next try is no progress.
    await retrying(attempt, () => 0, this.context.signal).catch((error: unknown) => {
      throw error instanceof RangesUnreliable
        ? new DomainError('SOURCE_FAILED', { cause: 'the source has neither parts nor a whole' })
        : error;
    });
  }

  private async ask(
    { url, headers }: Remote,
    more: Readonly<Record<string, string>>,
    failed?: AbortSignal,
  ): Promise<EgressResponse> {
    const { signal } = this.context;
    const response = await this.context.egress.request(url, {
      // Compressed media would have other ranges than the file.
      headers: { ...headers, 'accept-encoding': 'identity', ...more },
      signal: failed === undefined ? signal : AbortSignal.any([signal, failed]),
      maxRedirects: MEDIA_REDIRECTS,
    });
    try {
      checkAnswer(response.status, response.headers);
      if (response.status === 416) {
        throw new RangesUnreliable();
      }
    } catch (error) {
      this.refused ||= error instanceof Interrupted;
      response.body.destroy();
      throw error;
    }
    return response;
  }

  /** Writes an answer to its place. @throws Interrupted when it ends before its part does. */
  private async write(response: EgressResponse, file: FileHandle, part: Part): Promise<void> {
    await writeGathered(upTo(part.end - part.next, response.body), file, {
      position: part.next,
      onWritten: (bytes) => {
        part.next += bytes;
        this.count(bytes);
      },
    });
    if (part.end !== Infinity && part.next < part.end) {
      throw new Interrupted(500);
    }
  }

  private count(bytes: number): void {
    this.arrived += bytes;
    this.context.onBytes(bytes);
  }

  /** How many connections to use now; looked at anew from time to time. */
  private lanes(): number {
    const elapsed = performance.now() - this.seen.at;
    if (elapsed >= OBSERVE_MS) {
      const rate = ((this.arrived - this.seen.bytes) / elapsed) * 1000;
      const { connections, refused } = this;
      this.connections = nextConnections({ connections, rate, refused });
      this.refused = false;
      this.seen = { at: performance.now(), bytes: this.arrived };
    }
    return this.connections;
  }
}

/** The first bytes of a stream: a source may send more than it was asked for. */
async function* upTo(limit: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = limit;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left < 0) {
      return;
    }
  }
}

/** True when an answer is what follows of the same version of the file. */
function fits(
  { status, headers }: EgressResponse,
  part: Part,
  { total, version }: Ranged,
): boolean {
  const range = parseContentRange(header(headers, 'content-range'));
  return (
    status === 206 &&
    range?.start === part.next &&
    (range.total === null || range.total === total) &&
    isSameVersion(version, versionOf(headers))
  );
}
