import { frameAt, mpegHead } from '../sound/audio-frames.js';

const [MPEG1_AUDIO, MPEG2_AUDIO, ADTS, H264, HEVC, AC3, EAC3] = [
  0x03, 0x04, 0x0f, 0x1b, 0x24, 0x81, 0x87,
];
/**
 * Maximum number of bytes that are searched for a sequence parameter set. User data of any length
 * may precede it; x264's takes 700 bytes.
 */
const MOST_HEAD_BYTES = 16 * 1024;
const AUDIO_HEAD_BYTES = 8;
const START_CODE = Buffer.from([0, 0, 1]);

/**
 * Collects the first bytes of a stream's packets until they show how the stream is coded. The frame
 * size, sample rate, profile and so on differ between renditions.
 */
export class TsCoding {
  private head: Buffer = Buffer.alloc(0);
  private state: 'before a packet' | 'reading' | 'done' = 'before a packet';
  private found: string | null = null;

  /** @param code the stream's `stream_type` (ISO 13818-1, table 2-34). */
  constructor(private readonly code: number) {}

  /** Equal for streams that are coded in the same way; null if no packet has shown it yet. */
  get coding(): string | null {
    return this.found;
  }

  /** Called when a packet of the stream begins. The next bytes are the first of its contents. */
  begin(): void {
    this.head = Buffer.alloc(0);
    // Audio frames need not begin where a packet begins, so searching further packets would make
    // false matches more likely.
    const isOver = this.state === 'done' && !this.isVideo;
    this.state = this.found !== null || isOver ? 'done' : 'reading';
  }

  take(bytes: Buffer): void {
    if (this.state !== 'reading' || bytes.length === 0) {
      return;
    }
    this.head = Buffer.concat([this.head, bytes]);
    if (this.isVideo) {
      const { parameters, isPast } = parametersIn(this.head, this.code);
      this.found = parameters;
      this.state = isPast || this.head.length >= MOST_HEAD_BYTES ? 'done' : 'reading';
    } else if (this.head.length >= AUDIO_HEAD_BYTES) {
      this.found = audioCoding(this.code, this.head);
      this.state = 'done';
    }
  }

  private get isVideo(): boolean {
    return this.code === H264 || this.code === HEVC;
  }
}

/**
 * The first sequence parameter set of a picture, without its header, whose priority may vary.
 * @returns null while it is incomplete or absent. `isPast` means that nothing more can come before
 *   the picture.
 */
function parametersIn(
  head: Buffer,
  code: number,
): { readonly parameters: string | null; readonly isPast: boolean } {
  let at = head.indexOf(START_CODE);
  while (at !== -1 && at + 3 < head.length) {
    const { isPicture, isParameters, headerBytes } = unitOf(head[at + 3] as number, code);
    if (isPicture) {
      return { parameters: null, isPast: true };
    }
    const next = head.indexOf(START_CODE, at + 3);
    if (isParameters && next !== -1) {
      const unit = withoutZeros(head.subarray(at + 3 + headerBytes, next));
      return { parameters: unit.toString('hex'), isPast: true };
    }
    at = next;
  }
  return { parameters: null, isPast: false };
}

/** The kind of a unit from its first byte (H.264 table 7-1, H.265 table 7-1). */
function unitOf(
  first: number,
  code: number,
): { isPicture: boolean; isParameters: boolean; headerBytes: number } {
  if (code === H264) {
    const type = first & 31;
    return { isPicture: type >= 1 && type <= 5, isParameters: type === 7, headerBytes: 1 };
  }
  const type = (first >> 1) & 63;
  return { isPicture: type < 32, isParameters: type === 33, headerBytes: 2 };
}

/** A unit without the zeros that may precede the next start code (H.264 §B.1). */
function withoutZeros(unit: Buffer): Buffer {
  return unit.subarray(0, unit.findLastIndex((byte) => byte !== 0) + 1);
}

/**
 * The sample rate and other properties that stay the same in all frames; null if no frame begins
 * here.
 */
function audioCoding(code: number, head: Buffer): string | null {
  const isFrame = frameAt(head, 0) !== null;
  switch (code) {
    case ADTS:
      // Profile, rate and channels.
      return isFrame ? `adts${head.readUInt16BE(2) & 0xfdc0}` : null;
    case MPEG1_AUDIO:
    case MPEG2_AUDIO: {
      const frame = mpegHead(head, 0);
      return frame && `mpeg${frame.layer} ${frame.rate} ${frame.isMono ? 'mono' : 'stereo'}`;
    }
    case AC3:
    case EAC3:
      return isFrame ? `ac3 ${(head[4] as number) >> 6}` : null;
    default:
      return null;
  }
}
