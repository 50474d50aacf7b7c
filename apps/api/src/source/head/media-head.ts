import { isMp4 } from '../inspection/mp4/mp4-segment.js';
import { mpegHead } from '../inspection/sound/audio-frames.js';
import { id3Bytes } from '../inspection/sound/id3.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import type { SourceClient } from '../client/source-client.js';
import type { Remote } from '../client/source-stream.js';
import { planMp3, VariableRate } from '../excerpt/mp3-plan.js';
import { isTransportStream, TS_PACKET, TS_SYNC } from '../inspection/ts/ts-segment.js';
import { type HeadFacts, runMediaJob } from '../media/media-job.js';
import { readMp4Head } from './mp4-head.js';
import { RangeBytes } from './range-bytes.js';

export interface MediaHead extends HeadFacts {
  /** Size of the whole file. */
  readonly sizeBytes: number;
}

const NOTHING: HeadFacts = { seconds: null, width: null, height: null };
/**
 * A time in seconds beyond the end of any file. Planning an excerpt there verifies that the bit
 * rate is constant.
 */
const BEYOND_SECONDS = 1e8;
const MOST_SECONDS = 7 * 86_400;
const MOST_PIXELS = 65_536;
/** The first frame of an MP3 starts within this many bytes of the file (mediabunny). */
const START_BYTES = 4096;
/** The first four bytes of Matroska and WebM (EBML), WAV, Ogg and FLAC. */
const STARTS = ['\x1a\x45\xdf\xa3', 'RIFF', 'RIFX', 'RF64', 'OggS', 'fLaC'];
/** How many bytes are read at the start and at the end of a transport stream, in whole packets. */
const TS_ENDS = { head: TS_PACKET * 340, tail: TS_PACKET * 2000 };

/**
 * Reads the size, the duration and the dimensions of a remote file from its first bytes and, if
 * needed, from a few more ranges. Does not retry.
 * @returns null if the file can't be read. Never rejects.
 */
export async function readMediaHead(
  client: Pick<SourceClient, 'open'>,
  remote: Remote,
  signal: AbortSignal,
): Promise<MediaHead | null> {
  try {
    const bytes = await RangeBytes.open(client, remote, signal);
    return { sizeBytes: bytes.size, ...believable(await factsIn(bytes, signal)) };
  } catch {
    return null;
  }
}

async function factsIn(bytes: SegmentBytes, signal: AbortSignal): Promise<HeadFacts> {
  try {
    const head = Buffer.from(await bytes.read(0, START_BYTES));
    if (isMp4(head)) {
      return await readMp4Head(bytes);
    }
    // A process takes a third of a second of processor time.
    if (!mayBeMedia(head)) {
      return NOTHING;
    }
    const seconds = isMp3(head) ? await constantRateSeconds(bytes) : null;
    return seconds === null
      ? await runMediaJob(
          { kind: 'facts' },
          isTransportStream(head) ? endsOf(bytes) : bytes,
          signal,
        )
      : { ...NOTHING, seconds };
  } catch {
    // A malformed or unsupported file still has a size.
    return NOTHING;
  }
}

/** False if the media program would not know the format. */
function mayBeMedia(head: Buffer): boolean {
  return (
    STARTS.includes(head.toString('latin1', 0, 4)) ||
    id3Bytes(head) > 0 ||
    // Some recordings have four bytes in front of each packet.
    [head[0], head[4]].includes(TS_SYNC) ||
    hasMpegFrame(head)
  );
}

function hasMpegFrame(head: Buffer): boolean {
  for (let at = head.indexOf(0xff); at >= 0; at = head.indexOf(0xff, at + 1)) {
    if (mpegHead(head, at) !== null) {
      return true;
    }
  }
  return false;
}

/**
 * The first and last packets of a transport stream, which has no index. Their timestamps give its
 * duration, while mediabunny would read everything in between.
 */
function endsOf(bytes: SegmentBytes): SegmentBytes {
  const { head, tail } = TS_ENDS;
  const left = Math.floor((bytes.size - head - tail) / TS_PACKET) * TS_PACKET;
  return left <= 0
    ? bytes
    : {
        size: bytes.size - left,
        read: async (at, length) => {
          const own = Buffer.from(await bytes.read(at, Math.max(0, Math.min(length, head - at))));
          const start = Math.max(at, head);
          const rest = await bytes.read(start + left, Math.max(0, at + length - start));
          return Buffer.concat([own, rest]);
        },
      };
}

function isMp3(head: Buffer): boolean {
  return id3Bytes(head) > 0 || mpegHead(head, 0) !== null;
}

/**
 * The duration of an MP3 with a constant bit rate, which mediabunny would assume without checking.
 * @returns null if the file contains its duration.
 * @throws ExcerptUnavailable.
 */
async function constantRateSeconds(bytes: SegmentBytes): Promise<number | null> {
  try {
    const span = { from: BEYOND_SECONDS, to: BEYOND_SECONDS };
    return (await planMp3(bytes, span)).sourceSeconds;
  } catch (error) {
    if (error instanceof VariableRate) {
      return null;
    }
    throw error;
  }
}

/** Drops values that no media has. Width and height are dropped together. */
function believable({ seconds, width, height }: HeadFacts): HeadFacts {
  const isSize = (pixels: number | null): boolean =>
    pixels !== null && pixels > 1 && pixels <= MOST_PIXELS;
  return {
    seconds: seconds !== null && seconds > 0 && seconds <= MOST_SECONDS ? seconds : null,
    ...(isSize(width) && isSize(height) ? { width, height } : { width: null, height: null }),
  };
}
