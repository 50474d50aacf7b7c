/** A line of ffmpeg at `-v level+info`, without the address of the part that wrote it. */
interface LogLine {
  readonly level: string;
  readonly text: string;
}

const LINE = /^(?:\[[^\]]+ @ 0x[\da-f]+\] )*\[(panic|fatal|error|warning|info|verbose)\] (.*)$/;

/**
 * What H.264 and HEVC decoders say of pictures that refer to others which are not there. Recordings
 * that begin or go on in the middle of a group of pictures (open GOPs, live recordings with gaps)
 * have such pictures by nature: no byte of them is damaged.
 */
const MISSING_REFERENCE =
  /mmco: unref short failure|co located POCs unavailable|[Mm]issing reference picture|reference picture missing|Could not find ref with POC|Frame num gap|number of reference frames .* exceeds max|Reference \d+ >= \d+|illegal short term buffer state|skipped RASL|first frame is no keyframe|Increasing reorder buffer|DTS discontinuity|[Nn]on.?monoton|invalid dropping|Invalid DTS|pts has no value|Application provided duration/;

/** Said at the level "info" or "warning", and damage all the same. */
const QUIET_DAMAGE = /concealing \d+ DC|corrupt decoded frame|corrupted frame|Packet corrupt/;

/**
 * Said of good files: the tail of a picture, tags after the sound, tags of podcasts that are written
 * badly, a stream without parameters.
 */
const HARMLESS =
  /Incorrect BOM value|Error reading (?:comment frame|lyrics|frame \w+), skipped|EOI missing, emulating|Could not find codec parameters|[Tt]imescale not set|deprecated|Guessed Channel Layout|Starting new cluster|Estimating duration/i;

/** Whether a line of ffmpeg, written at `-v level+info`, says that media are damaged. */
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

/** What decoders of still pictures say: of the cover, where only the sound of a file is read. */
const COVER = /^\[(?:png|mjpeg|bmp|gif|webp|tiff) @ 0x/;

/** Whether a complaint is about a cover picture, in a file of which only the sound is wanted. */
export function isOfCover(complaint: string): boolean {
  return COVER.test(complaint);
}

/**
 * Counters of packets that begin anew, as they do where segments meet that were made one by one, or
 * at a discontinuity (RFC 8216 §4.3.2.3).
 */
const JOINT = /^\[mpegts @ 0x[\da-f]+\] \[warning\] Packet corrupt/;

/** Whether a complaint only says where segments of a transport stream meet. */
export function isJoint(complaint: string): boolean {
  return JOINT.test(complaint);
}

/** Whether a decoder of MP3 found no frame where it looked for one. */
export function isMissedFrame(complaint: string): boolean {
  return /Header missing$/.test(complaint);
}

/** Whether ffmpeg says that a decoder has refused a packet, for whatever reason it gave before. */
export function isUndecoded(complaint: string): boolean {
  return /Error (?:while decoding stream|submitting packet to decoder)/.test(complaint);
}

/** Whether our own bound on memory, rather than the file, has ended a reading. */
export function isShortOfMemory(complaint: string): boolean {
  return complaint.includes('Cannot allocate memory');
}

function read(line: string): LogLine | null {
  const [, level, text] = LINE.exec(line) ?? [];
  return level === undefined || text === undefined ? null : { level, text };
}
