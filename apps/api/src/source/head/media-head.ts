import { isMp4 } from '../inspection/mp4/mp4-segment.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { isWebm } from '../inspection/webm/webm-segment.js';
import type { SourceClient } from '../client/source-client.js';
import type { Remote } from '../client/source-stream.js';
import { planMp3 } from '../excerpt/mp3-plan.js';
import type { HeadFacts } from './head-facts.js';
import { readMp4Head } from './mp4-head.js';
import { RangeBytes } from './range-bytes.js';
import { readWebmFacts } from './webm-facts.js';

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
const TYPE_BYTES = 64;

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
    return { sizeBytes: bytes.size, ...believable(await factsIn(bytes)) };
  } catch {
    return null;
  }
}

async function factsIn(bytes: SegmentBytes): Promise<HeadFacts> {
  try {
    const head = await bytes.read(0, TYPE_BYTES);
    if (isMp4(head)) {
      return await readMp4Head(bytes);
    }
    if (isWebm(head)) {
      return await readWebmFacts(bytes);
    }
    const { sourceSeconds } = await planMp3(bytes, { from: BEYOND_SECONDS, to: BEYOND_SECONDS });
    return { ...NOTHING, seconds: sourceSeconds };
  } catch {
    // A malformed or unsupported file still has a size.
    return NOTHING;
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
