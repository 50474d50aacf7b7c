import type { Probe } from '../probe-schema.js';
import type { WantedStreams } from './media-reader.js';

/**
 * ffmpeg filters that parse packets without decoding: NAL unit lengths, OBU headers, VP9 frame
 * headers. All are silent on good files (measured: ffmpeg 5.1).
 */
const FILTERS: Readonly<Record<string, string>> = {
  h264: 'h264_mp4toannexb',
  hevc: 'hevc_mp4toannexb',
  vp9: 'vp9_metadata',
  av1: 'av1_metadata',
};

/** The filter that parses the packets of the video; null if there is no filter or no video. */
export function filterFor({ streams }: Probe, wanted: WantedStreams): string | null {
  const codec = streams.find(({ type }) => type === 'video')?.codec;
  return codec !== undefined && wanted.includes('video') ? (FILTERS[codec] ?? null) : null;
}
