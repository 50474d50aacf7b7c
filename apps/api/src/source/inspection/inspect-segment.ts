import { isMp4, readMp4 } from './mp4/mp4-segment.js';
import type { Mp4Init } from './mp4/mp4-init.js';
import { isPackedAudio, readPackedAudio } from './sound/packed-audio.js';
import type { SegmentBytes } from './segment-bytes.js';
import {
  type SegmentContainer,
  MalformedSegment,
  segmentReport,
  type SegmentReport,
} from './segment-report.js';
import type { Program } from './ts/ts-program.js';
import { isTransportStream, readTransportStream, TS_PACKET } from './ts/ts-segment.js';
import { isWebm, readWebm, type WebmInit } from './webm/webm-segment.js';

/** What earlier segments revealed about their streams. */
export interface StreamHead {
  readonly program: Program | null;
  readonly mp4: Mp4Init | null;
  readonly webm: WebmInit | null;
}

export const NO_HEAD: StreamHead = { program: null, mp4: null, webm: null };

const HEAD_BYTES = TS_PACKET + 1;

/**
 * Checks everything in a segment that can be checked without decoding it.
 * @returns its report, and the head for the segments after it.
 */
export async function inspectSegment(
  bytes: SegmentBytes,
  head: StreamHead,
): Promise<{ readonly report: SegmentReport; readonly head: StreamHead }> {
  const container = containerOf(Buffer.from(await bytes.read(0, HEAD_BYTES)));
  try {
    switch (container) {
      case 'ts': {
        const { report, program } = await readTransportStream(bytes, head.program);
        return { report, head: { ...head, program } };
      }
      case 'mp4': {
        const { report, init } = await readMp4(bytes, head.mp4);
        return { report, head: { ...head, mp4: init } };
      }
      case 'webm': {
        const { report, init } = await readWebm(bytes, head.webm);
        return { report, head: { ...head, webm: init } };
      }
      case 'audio':
        return { report: await readPackedAudio(bytes), head };
      case null:
        throw new MalformedSegment('no media');
    }
  } catch (error) {
    // Reading throws a RangeError when a table claims more bytes than there are.
    if (!(error instanceof MalformedSegment) && !(error instanceof RangeError)) {
      throw error;
    }
    const isContained =
      container !== null && (error instanceof MalformedSegment ? error.isContained : false);
    return { report: segmentReport({ container, problem: error.message, isContained }), head };
  }
}

function containerOf(head: Buffer): SegmentContainer | null {
  if (isTransportStream(head)) {
    return 'ts';
  }
  if (isMp4(head)) {
    return 'mp4';
  }
  if (isWebm(head)) {
    return 'webm';
  }
  return isPackedAudio(head) ? 'audio' : null;
}
