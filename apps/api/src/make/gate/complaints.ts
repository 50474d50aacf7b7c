/**
 * A line of ffmpeg's log at `-v level+info`, without the address of the component that wrote it.
 */
interface LogLine {
  readonly level: string;
  readonly text: string;
}

const LINE = /^(?:\[[^\]]+ @ 0x[\da-f]+\] )*\[(panic|fatal|error|warning|info|verbose)\] (.*)$/;

/**
 * H.264 and HEVC decoder messages about missing reference frames. Recordings that begin or resume
 * inside a GOP (open GOPs, live recordings with gaps) naturally cause them; no byte is damaged.
 */
const MISSING_REFERENCE =
  /mmco: unref short failure|co located POCs unavailable|[Mm]issing reference picture|reference picture missing|Could not find ref with POC|Frame num gap|number of reference frames .* exceeds max|Reference \d+ >= \d+|illegal short term buffer state|skipped RASL|first frame is no keyframe|Increasing reorder buffer|DTS discontinuity|[Nn]on.?monoton|invalid dropping|Invalid DTS|pts has no value|Application provided duration/;

/** Messages that report damage although their level is only "info" or "warning". */
const QUIET_DAMAGE = /concealing \d+ DC|corrupt decoded frame|corrupted frame|Packet corrupt/;

/**
 * Messages that good files cause too: padding after an image, tags after the audio, malformed
 * podcast tags, a stream without parameters.
 */
const HARMLESS =
  /Incorrect BOM value|Error reading (?:comment frame|lyrics|frame \w+), skipped|EOI missing, emulating|Could not find codec parameters|[Tt]imescale not set|deprecated|Guessed Channel Layout|Starting new cluster|Estimating duration/i;

/** Whether a line of ffmpeg's log at `-v level+info` reports damaged media. */
export function isComplaint(line: string): boolean {
  const found = read(line);
  if (found === null) {
    return false;
  }
  const { level, text } = found;
  if (level === 'info' || level === 'warning' || level === 'verbose') {
    return QUIET_DAMAGE.test(text);
  }
  return !MISSING_REFERENCE.test(text) && !HARMLESS.test(text);
}

/**
 * Messages of decoders of pictures. If only the audio of a file is wanted, they are about its cover
 * or its video, which ffmpeg decodes briefly to learn its parameters.
 */
const PICTURES =
  /^\[(?:png|mjpeg|bmp|gif|webp|tiff|h264|hevc|vp8|vp9|libdav1d|mpeg4|mpeg[12]video|vc1) @ 0x/;

/** Whether a complaint is about a cover or video. */
export function isOfPictures(complaint: string): boolean {
  return PICTURES.test(complaint);
}

/**
 * Complaints about packet counters that restart, as they do between segments that were encoded
 * separately or at a discontinuity (RFC 8216 §4.3.2.3).
 */
const JOINT = /^\[mpegts @ 0x[\da-f]+\] \[warning\] Packet corrupt/;

/** Whether a complaint only marks the joint of two transport stream segments. */
export function isSegmentJoint(complaint: string): boolean {
  return JOINT.test(complaint);
}

/** Whether an MP3 decoder found no frame at the expected place. */
export function isMissedFrame(complaint: string): boolean {
  return /Header missing$/.test(complaint);
}

/** Whether ffmpeg reports that a decoder refused a packet, for whatever reason. */
export function isDecodeError(complaint: string): boolean {
  return /Error (?:while decoding stream|submitting packet to decoder)/.test(complaint);
}

/** Whether a read ended because of our memory limit rather than the file. */
export function isShortOfMemory(complaint: string): boolean {
  return complaint.includes('Cannot allocate memory');
}

function read(line: string): LogLine | null {
  const [, level, text] = LINE.exec(line) ?? [];
  return level === undefined || text === undefined ? null : { level, text };
}
