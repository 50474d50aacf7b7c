import { open, rm, stat } from 'node:fs/promises';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { SegmentGate } from '../inspection/segment-check.js';
import { SegmentsDownload } from '../segments/segments-download.js';
import type { Span } from '../client/source-damaged.js';
import type { Remote, Segment } from '../client/source-stream.js';
import type { StreamDownload, Downloaded, Excerpt } from '../files/downloaded.js';
import { MediaUnreadable, runMediaJob } from '../media/media-job.js';
import { type BytePlan, bytesIn, ExcerptUnavailable, partsOf } from './byte-plan.js';
import { OneFile } from './one-file.js';
import { planFile } from './plan-file.js';
import { RemoteIndex } from './remote-index.js';

/** Approves all bytes, because parts of a file can't be checked one by one. */
const ANY_BYTES: SegmentGate = {
  approve: async (index, segments) => {
    await segments.arrived(index);
    return true;
  },
  reset: () => undefined,
  damage: [],
  durationSeconds: null,
};

/**
 * Fetches what is needed to decode a span of a file, and writes it to a new file. It reads the
 * file's index with range requests. Then it fetches the bytes that the plan lists as if they were
 * segments of a stream, or copies the packets of the span into a new file.
 */
export class FileExcerpt implements StreamDownload {
  private readonly file: OneFile;
  private readonly context: FetchContext;
  private readonly download: SegmentsDownload;
  private excerpt: Excerpt | null = null;

  constructor(
    private readonly path: string,
    private readonly span: Span,
    context: FetchContext,
  ) {
    this.file = new OneFile(context.client);
    this.context = { ...context, client: this.file };
    // A plan gives the exact size, so estimates are ignored.
    const planned = { ...this.context, onEstimate: () => undefined };
    this.download = new SegmentsDownload(path, planned, ANY_BYTES);
  }

  /**
   * @throws ExcerptUnavailable if only the whole file can be fetched; otherwise whatever
   *   `FileDownload.run` throws.
   */
  async run(remote: Remote): Promise<void> {
    const target = { path: this.path, context: this.context };
    const plan = await RemoteIndex.with(remote, this.file, target, async (index) => {
      const planned = await planFile(index, this.span, this.context.signal);
      this.excerpt = planned === null ? await this.copy(index) : { ...planned, isIndexed: false };
      return planned;
    });
    if (plan === null) {
      const { size } = await stat(this.path);
      this.context.onTotal(size);
      this.context.onBytes(size);
      return;
    }
    this.context.onTotal(bytesIn(plan.ranges));
    const segments = partsOf(plan.ranges).map(({ start, end }) =>
      rangeOf(remote, { start, end: end - 1 }),
    );
    await this.download.run({ segments, origin: remote, variant: 'excerpt' });
    await this.patch(plan);
  }

  found(): Downloaded {
    const { startSeconds = 0, sourceSeconds = null, isIndexed = false } = this.excerpt ?? {};
    const excerpt = { startSeconds, sourceSeconds, isIndexed };
    return { damage: [], durationSeconds: null, excerpt };
  }

  close(): Promise<void> {
    return this.download.close();
  }

  private async copy(index: RemoteIndex): Promise<Excerpt> {
    const job = { kind: 'copy', span: this.span, path: this.path } as const;
    index.beginMedia();
    try {
      return await runMediaJob(job, index, this.context.signal);
    } catch (error) {
      await rm(this.path, { force: true });
      throw error instanceof MediaUnreadable
        ? new ExcerptUnavailable(error.message, { cause: error })
        : error;
    }
  }

  private async patch({ patches }: BytePlan): Promise<void> {
    const file = await open(this.path, 'r+');
    try {
      for (const { at, bytes } of patches) {
        await file.write(bytes, 0, bytes.length, at);
      }
    } finally {
      await file.close();
    }
  }
}

function rangeOf({ url }: Remote, range: Segment['range']): Segment {
  const expected = { holds: 'unknown', seconds: null, slackSeconds: 0, startsAnew: false } as const;
  return { url, range, key: null, expected };
}
