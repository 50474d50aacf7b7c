import { type FileHandle, open } from 'node:fs/promises';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import type { HostShare, Lane } from './host-share.js';
import { type FetchContext, overLanes, WorkGroup } from './over-lanes.js';
import {
  checkMediaType,
  continuesFile,
  extentOf,
  type FileVersion,
  strongTag,
  versionOf,
} from './source-answer.js';
import { discard } from './source-client.js';
import { Interrupted, RangesUnreliable, Superseded } from './source-error.js';
import type { Remote } from './source-stream.js';
import { writeGathered } from './write-gathered.js';

/** A part of a file: from `next` (first byte not on disk) to `end` (one past its last). */
interface Part {
  next: number;
  /** End of what has been received, on disk or still being gathered. */
  received: number;
  /** Infinity while unknown. Splitting moves it forward. */
  end: number;
  /** Replaced by an answer that brings the whole file. */
  isDropped: boolean;
  /** Start of the current attempt. */
  begun: { readonly at: number; readonly next: number } | null;
}

/** The first request is small: its head tells the size, and then all lanes start on even parts. */
const FIRST_BYTES = 1024 * 1024;
/** Largest part, bytes. Public players ask for 8-10 MB, and some sources throttle larger requests. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Smallest part to open a connection for, bytes: less only where a lane takes long for it. */
const MIN_PART_BYTES = 1024 * 1024;
const MIN_SLOW_PART_BYTES = 64 * 1024;
/** A slow source is split down to what a lane brings in this time, milliseconds. */
const SLOW_PART_MS = 2000;
/** Parts that finish sooner are not split: opening another connection takes about as long. */
const SOON_MS = 250;

/** What a run works with. */
interface Run {
  readonly remote: Remote;
  readonly file: FileHandle;
  readonly share: HostShare;
  readonly group: WorkGroup;
}

/**
 * Fetches one file to disk: in parts over several connections where the source serves ranges, else
 * in one piece. Holds what has arrived, so that after `SourceGone` it goes on with another URL of
 * the same file. Nothing is kept in memory beyond what is being gathered for the next writes.
 */
export class FileDownload {
  private file: FileHandle | null = null;
  private parts: Part[] = [];
  /** Null until the source has answered. */
  private version: FileVersion | null = null;
  /** False once the source has answered a range with bytes that do not belong there. */
  private servesRanges = true;
  /** True once the whole has come in answer to a range: asking for parts would bring it again. */
  private cameWhole = false;
  private arrived = 0;

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
    const { budget, owner, rules, signal } = this.context;
    const share = budget.join(remote.url, { owner, rules, onIdle: () => this.split(run) });
    const group = new WorkGroup((reason) => share.leave(reason));
    const run: Run = { remote, file: this.file, share, group };
    const abort = (): void => group.fail(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      if (this.parts.length === 0) {
        this.parts.push(partOf(0, FIRST_BYTES));
      }
      this.parts.filter(isMissing).forEach((part) => group.add(this.fetch(run, part)));
      if (signal.aborted) {
        abort();
      }
      await group.settled();
    } finally {
      signal.removeEventListener('abort', abort);
      share.leave(new Superseded());
    }
    if (this.arrived === 0) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: 'the source sent nothing' });
    }
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private async fetch(run: Run, part: Part): Promise<void> {
    const { pace } = this.context;
    const piece = { order: part.next, arrived: () => part.next, pace, signal: run.group.signal };
    await overLanes(run.share, piece, (lane) => this.attempt(run, part, lane)).catch(
      (error: unknown) => {
        if (!(error instanceof Superseded)) {
          throw error;
        }
      },
    );
  }

  /** Asks for a part and writes what comes; an answer that brings the whole file replaces all parts. */
  private async attempt(run: Run, part: Part, lane: Lane): Promise<void> {
    if (part.isDropped) {
      return;
    }
    part.received = part.next;
    let answer = await this.ask(run, part, lane);
    try {
      if (!(await this.accepts(run, part, lane, answer))) {
        discard(answer);
        this.servesRanges = false;
        await this.startOver(run, part, lane);
        answer = await this.ask(run, part, lane);
        if (!(await this.accepts(run, part, lane, answer))) {
          throw new RangesUnreliable('neither parts nor a whole');
        }
      }
      lane.opened(!this.cameWhole && this.servesRanges);
      await this.write(run, part, lane, answer);
    } finally {
      discard(answer);
    }
  }

  private async ask({ remote }: Run, part: Part, lane: Lane): Promise<EgressResponse> {
    const answer = await this.context.client.open(remote, {
      range: this.rangeOf(part),
      signal: lane.signal,
    });
    try {
      if (answer.status !== 416) {
        checkMediaType(answer);
      }
      return answer;
    } catch (error) {
      discard(answer);
      throw error;
    }
  }

  private rangeOf(part: Part): RangeRequest | null {
    if (!this.servesRanges) {
      return null;
    }
    const last = part.end === Infinity ? null : part.end - 1;
    const ifRange = this.version && strongTag(this.version);
    return { first: part.next, last, suffix: null, ifRange };
  }

  /**
   * Prepares for the body of an answer. False when it is unusable: the wrong bytes, or those of
   * another version of the file.
   */
  private async accepts(
    run: Run,
    part: Part,
    lane: Lane,
    answer: EgressResponse,
  ): Promise<boolean> {
    if (answer.status === 416) {
      return false;
    }
    if (answer.status === 206 && this.version !== null) {
      return this.continues(this.version, part, answer);
    }
    const extent = extentOf(answer, this.rangeOf(part));
    if (extent === null || (extent.status === 206 && extent.total === null)) {
      return false;
    }
    if (extent.status === 200 && this.version !== null) {
      await this.startOver(run, part, lane);
    }
    this.cameWhole = extent.status === 200;
    this.version = versionOf(answer, extent.total);
    part.end = extent.end ?? Infinity;
    if (extent.total !== null) {
      this.context.onTotal(extent.total);
    }
    if (extent.status === 206 && extent.total !== null) {
      this.addParts(run, part.end, extent.total);
    }
    return true;
  }

  /** True when an answer continues the part. */
  private continues(version: FileVersion, part: Part, answer: EgressResponse): boolean {
    if (!continuesFile(version, answer, part.next)) {
      return false;
    }
    if (part.end === Infinity) {
      // The file began without a size; the rest says where it ends.
      part.end = extentOf(answer, this.rangeOf(part))?.total ?? Infinity;
    }
    return true;
  }

  /** Divides the rest of the file among the lanes. */
  private addParts(run: Run, from: number, total: number): void {
    const even = Math.ceil((total - from) / run.share.lanes);
    const size = Math.min(MAX_PART_BYTES, Math.max(MIN_PART_BYTES, even));
    for (let at = from; at < total; at += size) {
      this.add(run, partOf(at, Math.min(at + size, total)));
    }
  }

  private add(run: Run, part: Part): void {
    this.parts.push(part);
    run.group.add(this.fetch(run, part));
  }

  /** Gives half of the slowest part to an idle lane. */
  private split(run: Run): void {
    if (this.cameWhole) {
      return;
    }
    const now = this.context.budget.clock.now();
    const msLeft = ({ begun, received, end }: Part): number => {
      if (begun === null || now - begun.at < SOON_MS) {
        return 0;
      }
      const rate = (received - begun.next) / (now - begun.at);
      return end - received <= minSplitBytes(rate) ? 0 : (end - received) / rate;
    };
    const slowest = this.parts.reduce<Part | null>(
      (best, part) => (msLeft(part) > (best === null ? SOON_MS : msLeft(best)) ? part : best),
      null,
    );
    if (slowest !== null && slowest.end !== Infinity) {
      const { end, received } = slowest;
      const middle = received + Math.ceil((end - received) / 2);
      slowest.end = middle;
      this.add(run, partOf(middle, end));
    }
  }

  /** Discards everything: one answer brings the whole file from here on. */
  private async startOver({ share, file }: Run, part: Part, lane: Lane): Promise<void> {
    // Another lane may have done so first.
    lane.signal.throwIfAborted();
    this.parts.forEach((other) => (other.isDropped = other !== part));
    this.parts = [part];
    await share.dropOthers(lane, new Superseded());
    await file.truncate(0);
    this.count(-this.arrived);
    Object.assign(part, partOf(0, Infinity));
    this.version = null;
  }

  /** Writes an answer to its place. @throws Interrupted when it ends before its part does. */
  private async write(
    { file }: Run,
    part: Part,
    lane: Lane,
    { body }: EgressResponse,
  ): Promise<void> {
    part.begun = { at: this.context.budget.clock.now(), next: part.next };
    try {
      await writeGathered(receive(body, part, lane), file, {
        position: part.next,
        onWritten: (bytes) => {
          part.next += bytes;
          this.count(bytes);
        },
      });
    } finally {
      part.begun = null;
    }
    if (part.end === Infinity) {
      part.end = part.next;
    } else if (part.next < part.end) {
      throw new Interrupted(500);
    }
  }

  private count(bytes: number): void {
    this.arrived += bytes;
    if (bytes !== 0) {
      this.context.onBytes(bytes);
    }
  }
}

function partOf(next: number, end: number): Part {
  return { next, received: next, end, isDropped: false, begun: null };
}

/** @param rate of the lane, bytes per millisecond. @returns what is not split any more, bytes. */
function minSplitBytes(rate: number): number {
  return Math.min(MIN_PART_BYTES, Math.max(MIN_SLOW_PART_BYTES, rate * SLOW_PART_MS));
}

function isMissing({ next, end }: Part): boolean {
  return next < end;
}

/** The bytes of a part, which a split may shorten meanwhile. Sources may send more than was asked for. */
async function* receive(
  body: AsyncIterable<Buffer>,
  part: Part,
  lane: Lane,
): AsyncGenerator<Buffer> {
  const askedEnd = part.end;
  for await (const chunk of body) {
    lane.received(chunk.length);
    const wanted = chunk.subarray(0, part.end - part.received);
    part.received += wanted.length;
    yield wanted;
    // Otherwise read on to the end of the answer: its connection can be used again then.
    if (wanted.length < chunk.length || (part.received >= part.end && part.end < askedEnd)) {
      return;
    }
  }
}
