import { sizeIn, unsigned } from '../../inspection/webm/ebml.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import { ID } from '../../inspection/webm/webm-segment.js';
import type { Span } from '../../client/source-damaged.js';
import { type BytePlan, type ByteRange, mergedRanges, ExcerptUnavailable } from '../byte-plan.js';
import {
  type Cue,
  elementAt,
  type PlacedElement,
  readWebmHead,
  type WebmHead,
} from './webm-head.js';

/**
 * Margin around the span in seconds. The first audio frames are distorted, and audio may be stored
 * beside video of other times.
 */
const AROUND = 1;
/**
 * Largest difference between the times of a block and its cluster, in ticks. Block times are signed
 * 16-bit numbers relative to the cluster's.
 */
const MOST_CLUSTER_TICKS = 2 ** 15;
/**
 * Maximum number of elements to examine. The first blocks of all tracks are among a cluster's first
 * elements.
 */
const MOST_LOOKS = 16;
/** Size of a block's track number and time, in bytes. */
const BLOCK_HEAD_BYTES = 10;

/**
 * Plans an excerpt of a Matroska file: its header, and the clusters that its cues point to.
 * @param span playing time in seconds.
 * @throws ExcerptUnavailable if the file has no usable index.
 */
export async function planWebm(bytes: SegmentBytes, span: Span): Promise<BytePlan> {
  const head = await readWebmHead(bytes);
  const startSeconds = await startOf(bytes, head);
  const wanted = { from: span.from + startSeconds, to: span.to + startSeconds };
  const clusters = await clustersFor(bytes, head, wanted);
  const { clustersAt, segment, indexes, durationSeconds } = head;
  const start: ByteRange = { start: 0, end: clustersAt };
  const ranges =
    clusters.start === clustersAt ? mergedRanges([start, clusters]) : [start, clusters];
  const length = clustersAt + clusters.end - clusters.start;
  return {
    ranges,
    patches: [sizePatch(segment, length - segment.start), ...indexes.map(voided)],
    startSeconds,
    sourceSeconds: durationSeconds === null ? null : durationSeconds - startSeconds,
  };
}

async function clustersFor(
  bytes: SegmentBytes,
  { cues: all, pictures, clustersAt, clustersEnd, secondsPerTick }: WebmHead,
  { from, to }: Span,
): Promise<ByteRange> {
  const own = all.filter(({ track }) => pictures === null || track === pictures);
  const isInOrder = own.every(({ at }, index) => at >= (own[index - 1]?.at ?? clustersAt));
  const [first] = own;
  if (first === undefined || !isInOrder || (own.at(-1)?.at ?? 0) >= clustersEnd) {
    throw new ExcerptUnavailable('invalid cues');
  }
  const playing = own.findLastIndex(({ seconds }) => seconds <= from);
  const before = own.findLast(({ seconds }) => seconds <= from - AROUND) ?? first;
  // Audio clusters may precede the first cue.
  const start = playing <= 0 || before === first ? clustersAt : before.at;
  const behind = own.find(
    ({ seconds, at }) => seconds > to + AROUND && at > (own[Math.max(0, playing)]?.at ?? 0),
  );
  const end = behind === undefined ? clustersEnd : behind.at;
  if (start !== clustersAt) {
    await checkCluster(bytes, { ...before, secondsPerTick });
  }
  return { start, end };
}

/**
 * Verifies a cue, because an index may be wrong.
 * @throws ExcerptUnavailable unless there is a cluster at its position that begins at about its
 *   time.
 */
async function checkCluster(
  bytes: SegmentBytes,
  { at, seconds, secondsPerTick }: Cue & { readonly secondsPerTick: number },
): Promise<void> {
  const time = (await firstTicks(bytes, at, 1)) * secondsPerTick;
  if (time > seconds + AROUND || time < seconds - MOST_CLUSTER_TICKS * secondsPerTick) {
    throw new ExcerptUnavailable(`a cluster of ${time} s in place of ${seconds} s`);
  }
}

/** Start of the first track, in seconds on the file's clock; never negative. */
async function startOf(
  bytes: SegmentBytes,
  { clustersAt, secondsPerTick, delaySeconds, trackCount }: WebmHead,
): Promise<number> {
  const ticks = await firstTicks(bytes, clustersAt, trackCount);
  return Math.max(0, ticks * secondsPerTick - delaySeconds);
}

/**
 * Time of the first block in a cluster, in ticks: the earliest among the first blocks of this many
 * tracks, if those come soon.
 * @throws ExcerptUnavailable if there is no cluster.
 */
async function firstTicks(bytes: SegmentBytes, place: number, wanted: number): Promise<number> {
  const cluster = await elementAt(bytes, place);
  const tracks = new Map<number | null, number>();
  let ticks: number | null = null;
  let at = cluster.id === ID.cluster ? cluster.start : bytes.size;
  for (let count = 0; at < bytes.size && count < MOST_LOOKS && tracks.size < wanted; count += 1) {
    const { id, start, end } = await elementAt(bytes, at);
    if (id === ID.clusterTimestamp && end !== null && end - start <= 8) {
      ticks = unsigned(await bytes.read(start, end - start));
    } else if (ticks !== null && (id === ID.simpleBlock || id === ID.block)) {
      const head = await bytes.read(start, BLOCK_HEAD_BYTES);
      const track = sizeIn(head, 0);
      const shown = ticks + head.readInt16BE(track?.bytes ?? 1);
      tracks.set(track?.value ?? null, Math.min(shown, tracks.get(track?.value ?? null) ?? shown));
    }
    at = id === ID.blockGroup ? start : (end ?? bytes.size);
  }
  if (tracks.size === 0) {
    throw new ExcerptUnavailable(`no cluster at ${place}`);
  }
  return Math.min(...tracks.values());
}

/** Writes the segment's new size, in as many bytes as before. */
function sizePatch({ at, start }: PlacedElement, size: number): BytePlan['patches'][number] {
  // A segment's id takes 4 bytes.
  const bytes = Buffer.alloc(start - at - 4);
  const room = 2 ** (7 * bytes.length) - 1;
  // A field of all ones means an unknown size.
  writeSize(bytes, Math.min(size, room));
  return { at: at + 4, bytes };
}

/**
 * Turns an index into a void element, which readers skip (RFC 8794 §11.3.2), because its positions
 * are no longer valid.
 */
function voided({ at, start, end }: PlacedElement): BytePlan['patches'][number] {
  const size = (end ?? start) - at;
  const head = Buffer.alloc(Math.min(9, start - at));
  head[0] = 0xec;
  // The size fills the rest of the header.
  writeSize(head.subarray(1), size - head.length);
  return { at, bytes: head };
}

/** Writes a size that fills the whole field (RFC 8794 §4.4). */
function writeSize(field: Buffer, size: number): void {
  let left = size;
  for (let index = field.length - 1; index >= 0; index -= 1) {
    field[index] = left % 256;
    left = Math.floor(left / 256);
  }
  field[0] = (field[0] ?? 0) | (0x80 >> (field.length - 1));
}
