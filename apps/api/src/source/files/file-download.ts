import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { RangeRequest } from '../../infra/http/range-request.js';
import { judgeAnswer, type Verdict } from '../client/answer-verdict.js';
import type { Downloaded, StreamDownload } from './downloaded.js';
import { evenParts, isIncomplete, type Part, splitSlowest } from './file-parts.js';
import type { HostShare, Lane } from '../lanes/host-share.js';
import { type FetchContext, fetchPiece, WorkGroup } from '../lanes/over-lanes.js';
import { PartialFile } from './partial-file.js';
import { receive } from './receive.js';
import { shorterOverlap } from './seams.js';
import { type Extent, type FileVersion, strongTag, versionOf } from '../client/source-answer.js';
import { discard } from '../client/source-client.js';
import {
  Interrupted,
  RangesUnreliable,
  SourceGone,
  Superseded,
  translateFailure,
} from '../client/source-error.js';
import { exactSize, type Remote, type SourceStream } from '../client/source-stream.js';

/**
 * After this many failed attempts to confirm the end of a file of unknown length, the file is
 * accepted.
 */
const MAX_DOUBTS = 2;

/** A file and, if its page gives it, the file's size. */
type RemoteFile = Remote & Partial<SourceStream>;

interface Run {
  readonly remote: Remote;
  readonly share: HostShare;
  readonly group: WorkGroup;
  /** The exact size in bytes according to the page; null if the page doesn't give it. */
  readonly exactSize: number | null;
}

interface Attempt {
  readonly part: Part;
  readonly lane: Lane;
  readonly range: RangeRequest | null;
  /** Value of `part.next` when the attempt began. */
  readonly from: number;
}

/**
 * Fetches one file to disk: in parts over several connections if the source supports range
 * requests, otherwise in one piece. Each part overlaps the bytes before it, which proves that it
 * belongs to the same file. If an overlap differs, the file is fetched once more, in one piece. The
 * bytes that have arrived are kept, so that the download can continue after `SourceGone` with
 * another URL of the same file. A note on disk lets a run after a crash do the same. Only the bytes
 * gathered for the next writes are kept in memory.
 */
export class FileDownload implements StreamDownload {
  private readonly disk: PartialFile;
  /**
   * True once the source has responded to a range request with the whole file. Requesting more
   * parts would fetch the whole file again.
   */
  private cameWhole = false;

  constructor(
    path: string,
    private readonly context: FetchContext,
  ) {
    this.disk = new PartialFile(path, context);
  }

  /**
   * Fetches what is missing.
   * @throws SourceGone if the URL is refused or no longer valid; otherwise DomainError.
   */
  async run(remote: RemoteFile): Promise<void> {
    await this.disk.open(remote.url);
    const { budget, owner, rules, signal } = this.context;
    const share = budget.join(remote.url, { owner, rules, onIdle: () => this.split(run) });
    const group = new WorkGroup((reason) => share.leave(reason));
    const size = exactSize({ protocol: 'file', ...remote });
    const run: Run = { remote, share, group, exactSize: size };
    const abort = (): void => group.fail(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      this.disk.parts.filter(isIncomplete).forEach((part) => group.add(this.fetch(run, part)));
      if (signal.aborted) {
        abort();
      }
      await group.settled();
    } finally {
      signal.removeEventListener('abort', abort);
      share.leave(new Superseded());
      await this.disk.note();
    }
    if (this.disk.arrived === 0) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: 'the source sent nothing' });
    }
    if (this.disk.hasOpenSeams) {
      throw new RangesUnreliable('parts that were never compared');
    }
  }

  found(): Downloaded {
    return { damage: [], durationSeconds: null, excerpt: null };
  }

  async close(): Promise<void> {
    await this.disk.close();
  }

  private async fetch(run: Run, part: Part): Promise<void> {
    const { pace } = this.context;
    const piece = { order: part.next, arrived: () => part.next, pace, signal: run.group.signal };
    await fetchPiece(run.share, piece, (lane) => this.attempt(run, part, lane)).catch(
      (error: unknown) => {
        if (!(error instanceof Superseded)) {
          throw error;
        }
      },
    );
  }

  /**
   * Completes a part. If the responses turn out to be from two different files, starts over once,
   * and this part becomes the whole file.
   */
  private async attempt(run: Run, part: Part, lane: Lane): Promise<void> {
    try {
      await this.advance(run, part, lane);
    } catch (error) {
      if (part.isDropped) {
        // Another lane has already found the mismatch.
        throw new Superseded();
      }
      if (
        !(error instanceof RangesUnreliable) ||
        !(this.disk.servesRanges || this.disk.isAdopted)
      ) {
        throw error;
      }
      this.disk.servesRanges &&= this.disk.isAdopted;
      await this.startOver(run, part, lane);
      await this.attempt(run, part, lane);
    }
  }

  private async advance(run: Run, part: Part, lane: Lane): Promise<void> {
    while (!part.isDropped && isIncomplete(part)) {
      part.received = part.next;
      const attempt: Attempt = { part, lane, range: this.rangeOf(part), from: part.next };
      const answer = await this.ask(run, attempt);
      if (answer === null) {
        part.end = part.next;
        break;
      }
      try {
        const extent = await this.accept(run, attempt, answer);
        if (extent !== null) {
          lane.opened(!this.cameWhole && this.disk.servesRanges);
          await this.write(attempt, { answer, lead: part.next - extent.start });
          this.settle(run, attempt);
        }
      } finally {
        discard(answer);
      }
    }
    await this.disk.checkSeams();
  }

  /** @returns null if a file of unknown length has ended and another request can't reveal more. */
  private async ask(
    { remote }: Run,
    { part, lane, range }: Attempt,
  ): Promise<EgressResponse | null> {
    const { signal } = lane;
    try {
      return await this.context.client.open(remote, { range, signal });
    } catch (thrown) {
      const error = translateFailure(thrown, signal);
      const isInterrupted = error instanceof Interrupted;
      const isRefused = error instanceof SourceGone || error instanceof DomainError;
      if (!part.hasEnded || part.isLonger || signal.aborted || !(isInterrupted || isRefused)) {
        throw error;
      }
      part.doubts += 1;
      if (isInterrupted && part.doubts <= MAX_DOUBTS) {
        throw error;
      }
      return null;
    }
  }

  private rangeOf({ next, end, overlap }: Part): RangeRequest | null {
    if (!this.disk.servesRanges) {
      return null;
    }
    const first = Math.max(0, next - overlap);
    const last = end === Infinity ? null : end - 1;
    const ifRange = this.disk.version && strongTag(this.disk.version);
    return { first, last, suffix: null, ifRange };
  }

  /**
   * Prepares for the body of a response.
   * @returns null if there is no body to read, because the file has ended.
   * @throws RangesUnreliable for the wrong bytes, or bytes of another file.
   */
  private async accept(
    run: Run,
    { part, lane, range }: Attempt,
    answer: EgressResponse,
  ): Promise<Extent | null> {
    const { next, hasEnded, isLonger } = part;
    const { version } = this.disk;
    const verdict = judgeAnswer(answer, { range, version, next, hasEnded, isLonger });
    switch (verdict.kind) {
      case 'another':
        throw new RangesUnreliable(verdict.why);
      case 'short':
        part.isLonger = true;
        throw new Interrupted(500, { code: 'SOURCE_INCOMPLETE' });
      case 'end':
      case 'unproven':
        part.end = next;
        return null;
      case 'whole':
        if (this.disk.version !== null) {
          await this.startOver(run, part, lane);
        }
        this.cameWhole = true;
        break;
      case 'part':
        part.isLonger = hasEnded && (verdict.extent.end ?? Infinity) > next;
        break;
    }
    this.learn(run, part, answer, verdict);
    return verdict.extent;
  }

  /** Updates what is known about the file, from the headers of a response. */
  private learn(
    run: Run,
    part: Part,
    answer: EgressResponse,
    { kind, extent: { total, end } }: Extract<Verdict, { kind: 'whole' | 'part' }>,
  ): void {
    const isFirst = this.disk.version === null;
    if (isFirst || (this.disk.version?.total === null && total !== null)) {
      this.disk.version = {
        ...versionOf(answer, total),
        ...(!isFirst && keptTags(this.disk.version)),
      };
      if (total !== null) {
        this.context.onTotal(total);
      }
    }
    if (kind === 'whole' || part.end === Infinity) {
      // The end was unknown so far, or this response has the whole file.
      part.end = (kind === 'whole' ? end : total) ?? Infinity;
    } else if (isFirst && total !== null) {
      part.end = end ?? part.end;
      evenParts(part.end, total, run.share.lanes).forEach((one) => this.add(run, one));
    }
  }

  private add(run: Run, part: Part): void {
    this.disk.parts.push(part);
    run.group.add(this.fetch(run, part));
  }

  /** Gives half of the slowest part to an idle lane. */
  private split(run: Run): void {
    const half = this.cameWhole
      ? null
      : splitSlowest(this.disk.parts, this.context.budget.clock.now());
    if (half !== null) {
      this.add(run, half);
    }
  }

  /** Discards everything, because a single response now delivers the whole file. */
  private async startOver({ share }: Run, part: Part, lane: Lane): Promise<void> {
    // Another lane may have started over first.
    lane.signal.throwIfAborted();
    this.disk.dropOthers(part);
    await share.dropOthers(lane, new Superseded());
    await this.disk.empty();
  }

  /** Writes a body at the part's offset, after the overlapping bytes have been compared. */
  private async write(
    { part, lane }: Attempt,
    { answer, lead }: { answer: EgressResponse; lead: number },
  ): Promise<void> {
    part.begun = { at: this.context.budget.clock.now(), next: part.next };
    const { overlap, next: at } = part;
    // The next attempt uses this overlap if the response breaks off before it delivers new bytes.
    part.overlap = lead > 0 ? shorterOverlap(overlap) : overlap;
    const onLead = (bytes: Buffer): Promise<void> => this.disk.addSeam(at, bytes);
    try {
      await this.disk.write(receive(answer.body, part, { lane, lead, onLead }), part, () => {
        part.overlap = overlap;
      });
    } finally {
      part.begun = null;
    }
  }

  /**
   * Called when a body has ended cleanly.
   * @throws Interrupted if the part isn't complete.
   */
  private settle({ exactSize: size }: Run, { part, from }: Attempt): void {
    if (part.end !== Infinity) {
      if (isIncomplete(part)) {
        throw new Interrupted(500);
      }
      return;
    }
    const isProven = size === part.next || part.next === 0;
    const isLastWord = part.hasEnded && part.next === from;
    if (isLastWord && part.isLonger) {
      throw new Interrupted(500);
    }
    if (isProven || isLastWord || !this.disk.servesRanges) {
      part.end = part.next;
    }
    // Send one more request, because a source that knows the length of the file will state it.
    part.hasEnded = true;
    part.isLonger = false;
  }
}

/**
 * The tags to keep for a file whose length becomes known later. The response that gives the length
 * may lack them.
 */
function keptTags(version: FileVersion | null): Partial<FileVersion> {
  const { etag = null, lastModified = null } = version ?? {};
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
