import { createHash } from 'node:crypto';
import { frameAt, FRAME_HEADER_BYTES } from './audio-frames.js';
import { ID3_HEADER_BYTES, id3Bytes } from './id3.js';
import { type SegmentBytes, windows } from '../segment-bytes.js';
import { MalformedSegment, segmentReport, type SegmentReport } from '../segment-report.js';
import { TS_CLOCK, TS_WRAP_SECONDS } from '../ts-clock.js';

const TIMESTAMP_OWNER = 'com.apple.streaming.transportStreamTimestamp\0';
/** Maximum number of tags before the audio. Real segments have fewer. */
const MOST_TAGS = 16;
/**
 * Number of bytes of a tag that are searched for its timestamp. Cover art and other frames may
 * follow.
 */
const TAG_HEAD_BYTES = 4096;
/**
 * A segment with fewer distinct frames than this is silence. Frames are compared by their first
 * bytes.
 */
const SILENT_FRAMES = 12;
const FRAME_SAMPLE_BYTES = 64;

/** Whether a segment starts like packed audio (RFC 8216 §3.4). */
export function isPackedAudio(head: Buffer): boolean {
  return id3Bytes(head) > 0 || frameAt(head, 0) !== null;
}

/**
 * Reads a segment of audio frames, which may start with an ID3 tag that contains its timestamp.
 * @throws MalformedSegment.
 */
export async function readPackedAudio(bytes: SegmentBytes): Promise<SegmentReport> {
  let at = 0;
  let start: number | null = null;
  let size = id3Bytes(await bytes.read(0, ID3_HEADER_BYTES));
  for (let tags = 0; tags < MOST_TAGS && size > 0; tags += 1) {
    start ??= timestampIn(await bytes.read(at, Math.min(size, TAG_HEAD_BYTES)));
    at += size;
    size = id3Bytes(await bytes.read(at, ID3_HEADER_BYTES));
  }
  const { seconds, digest } = await readFrames(bytes, at);
  if (seconds === 0) {
    throw new MalformedSegment('no audio');
  }
  if (start === null) {
    return segmentReport({ container: 'audio', untimedSeconds: seconds, digest });
  }
  return segmentReport({
    container: 'audio',
    tracks: [{ id: 0, type: 'audio', start, end: start + seconds, longestStep: 0 }],
    wrapSeconds: TS_WRAP_SECONDS,
  });
}

/**
 * Walks all frames from `start` to the very end of the segment.
 * @returns their duration and digest; the digest is null for silence, which may legitimately
 * repeat.
 */
async function readFrames(
  bytes: SegmentBytes,
  start: number,
): Promise<{ readonly seconds: number; readonly digest: string | null }> {
  const hash = createHash('sha256');
  const frames = new Set<string>();
  let seconds = 0;
  let next = start;
  let carried = Buffer.alloc(0);
  for await (const { at, window } of windows(bytes, { start, end: bytes.size })) {
    const buffer = carried.length === 0 ? window : Buffer.concat([carried, window]);
    const offset = at - carried.length;
    hash.update(window);
    const end = offset + buffer.length;
    const isLast = end === bytes.size;
    while (next < end && (isLast || next + FRAME_HEADER_BYTES <= end)) {
      const frame = frameAt(buffer, next - offset);
      if (frame === null) {
        throw new MalformedSegment(`no audio frame at ${next}`);
      }
      if (frames.size < SILENT_FRAMES) {
        frames.add(buffer.toString('latin1', next - offset, next - offset + FRAME_SAMPLE_BYTES));
      }
      next += frame.bytes;
      seconds += frame.seconds;
    }
    carried = next < end ? Buffer.from(buffer.subarray(next - offset)) : Buffer.alloc(0);
  }
  if (next > bytes.size) {
    throw new MalformedSegment('its last frame is truncated');
  }
  return { seconds, digest: frames.size < SILENT_FRAMES ? null : hash.digest('hex') };
}

function timestampIn(tag: Buffer): number | null {
  const owner = tag.indexOf(TIMESTAMP_OWNER, 0, 'latin1');
  const at = owner + TIMESTAMP_OWNER.length;
  return owner === -1 || at + 8 > tag.length
    ? null
    : Number(tag.readBigUInt64BE(at) & 0x1ffffffffn) / TS_CLOCK;
}
