/**
 * The messages that ffmpeg 5.1 prints if it cannot read an input, because the bytes are not media
 * or the index does not describe a stream. Every input comes from a source, so the failure is
 * attributed to the source.
 */
const FAULTS =
  /Invalid data found when processing input|moov atom not found|\bcodec none\b|(?:sample rate|dimensions) not set|(?:Error|Failed|Invalid)[^\n]{0,100}\bextradata\b/i;

/**
 * Whether ffmpeg failed because of its input.
 * @param stderr ffmpeg's standard error.
 */
export function isSourceFault(stderr: string): boolean {
  return FAULTS.test(stderr);
}
