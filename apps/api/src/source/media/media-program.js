// @ts-check
/**
 * Reads media with mediabunny, in a separate process. The package builds each table of a file
 * without yielding, so a film would block the server's event loop, and a hostile file may need any
 * amount of memory. It is plain JavaScript because Node starts it by its path, also in specs. No
 * other file imports mediabunny.
 *
 * The server (media-job.ts) supplies the bytes of the file. It ends this process after the result,
 * or if it computes for too long. The kernel limits its memory.
 */
import {
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  FLAC,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MkvOutputFormat,
  MP3,
  MP4,
  Mp4OutputFormat,
  MPEG_TS,
  OGG,
  Output,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';

/**
 * @typedef {import('./media-job.js').MediaJob} MediaJob
 * @typedef {import('./media-job.js').CopyJob} CopyJob
 * @typedef {import('../files/downloaded.js').Excerpt} Excerpt
 * @typedef {import('./media-job.js').HeadFacts} HeadFacts
 * @typedef {import('./media-job.js').TimesResult} TimesResult
 * @typedef {import('mediabunny').InputVideoTrack | import('mediabunny').InputAudioTrack} MediaTrack
 * @typedef {import('mediabunny').EncodedPacket} EncodedPacket
 */

/**
 * How many seconds are copied before and after a span. The first frames of an audio decoder are
 * distorted, and video times are rounded by a fraction of a frame. After the span, audio frames
 * overlap, and reordered frames follow the last one that is shown.
 */
const BEFORE = { video: 0.1, audio: 1 };
const AFTER = 2;
/** Maximum number of tracks: a film dubbed into forty languages has fewer. */
const MOST_TRACKS = 128;
const MOST_PACKETS = 500_000;
/** Files of fewer bytes are read in steps of 64 KiB. */
const SMALL_BYTES = 1024 * 1024;

/** Maximum size of a packet in bytes. Key frames of 4K video take 1 MB. */
const MOST_PACKET_BYTES = 4 * 1024 * 1024;
/** Maximum size of the packets that are held at a time, one of each track. */
const MOST_HELD_BYTES = 32 * 1024 * 1024;
/**
 * Size of one read of media in bytes. A read takes 0.3 ms, mostly for its two messages, so reading
 * the thousands of packets of a clip one by one would take a second.
 */
const BLOCK_BYTES = 512 * 1024;
/** Maximum number of blocks that are held: one per track. Tracks may be far apart in the file. */
const MOST_BLOCKS = 16;
/**
 * How much may be read in blocks: this many bytes for each byte of a packet, and some more for the
 * first packets. If most of each block would be wasted, packets are read one by one.
 */
const BLOCK_BUDGET = { perByte: 3, first: 8 * 1024 * 1024 };

/** @type {{ job: MediaJob, size: number }} */
const { job, size } = JSON.parse(process.argv[2] ?? '');

/** @param {object} message */
const tell = (message) => void process.send?.(message);

/** @type {Map<number, (bytes: Uint8Array) => void>} */
const waiting = new Map();
let reads = 0;
/** The position of the first byte that was read, and of the byte after the last one. */
let reached = { start: Infinity, end: 0 };
process.on('message', (message) => {
  const { id, bytes } = /** @type {{ id: number, bytes: Uint8Array }} */ (message);
  waiting.get(id)?.(bytes);
  waiting.delete(id);
});
process.once('disconnect', () => process.exit());

/**
 * @param {number} start
 * @param {number} end
 * @returns {Promise<Uint8Array>}
 */
function read(start, end) {
  reads += 1;
  reached = { start: Math.min(reached.start, start), end: Math.max(reached.end, end) };
  const id = reads;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ read: { id, start, end } });
  });
}

/** What was read ahead, the most recently used last. @type {{ start: number, bytes: Uint8Array }[]} */
let blocks = [];
/** Up to which position to read ahead, and how many blocks to hold. */
let ahead = { end: 0, mostBlocks: 0 };
/** How many bytes may still be read in blocks. */
let blockBytes = BLOCK_BUDGET.first;

/**
 * Reads bytes from the block that holds them, which is read first if there is none.
 * @param {number} start
 * @param {number} end
 */
async function readInBlocks(start, end) {
  const held = blocks.find((one) => one.start <= start && end <= one.start + one.bytes.length);
  const until = Math.min(start + BLOCK_BYTES, ahead.end);
  blockBytes += (end - start) * BLOCK_BUDGET.perByte;
  if (held === undefined && (until <= end || blockBytes < until - start)) {
    return read(start, end);
  }
  blockBytes -= held === undefined ? until - start : 0;
  const block = held ?? { start, bytes: await read(start, until) };
  blocks = [...blocks.filter((one) => one !== block), block].slice(-ahead.mostBlocks);
  // A copy, because mediabunny may keep it, and with a view of it the whole block.
  return new Uint8Array(block.bytes.subarray(start - block.start, end - block.start));
}

Logging.level = LogLevel.Silent;
/** @type {string | null} */
let warning = null;
Logging.on('warn', (parts) => {
  warning ??= parts.join(' ');
});

const input = new Input({
  source: new CustomSource({
    getSize: () => size,
    read: readInBlocks,
    // A transport stream is read packet by packet (`endsOf`).
    prefetchProfile: size <= SMALL_BYTES ? 'fileSystem' : 'none',
  }),
  formats:
    job.kind === 'facts'
      ? [MATROSKA, WEBM, WAVE, OGG, FLAC, MPEG_TS, MP3]
      : [MP4, QTFF, MATROSKA, WEBM],
});

try {
  tell({ done: await run() });
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
}
// The server ends this process. If it exited by itself, its last message could be lost.

/** @returns {Promise<HeadFacts | TimesResult | Excerpt>} */
function run() {
  switch (job.kind) {
    case 'facts':
      return facts();
    case 'times':
      return times();
    case 'copy':
      return copy(job);
  }
}

/** @returns {Promise<TimesResult>} */
async function times() {
  const tracks = await tracksIn();
  const ofVideo = tracks.filter((track) => track.isVideoTrack());
  return {
    start: await input.getFirstTimestamp(tracks),
    end: await input.computeDuration(tracks),
    videoIds: ofVideo.map(({ id }) => id),
  };
}

/** The tracks with video or audio. */
async function tracksIn() {
  const all = await input.getTracks();
  const tracks = all.filter((track) => track.isVideoTrack() || track.isAudioTrack());
  if (tracks.length === 0 || tracks.length > MOST_TRACKS) {
    throw new Error(`${tracks.length} tracks`);
  }
  return tracks;
}

/**
 * Duration and dimensions. If the header gives no duration, finds the last packet.
 * @returns {Promise<HeadFacts>}
 */
async function facts() {
  const video = await input.getPrimaryVideoTrack();
  const seconds =
    (await input.getDurationFromMetadata()) ??
    (await input.computeDuration()) - Math.max(0, await input.getFirstTimestamp());
  return {
    seconds,
    width: video === null ? null : await video.getDisplayWidth(),
    height: video === null ? null : await video.getDisplayHeight(),
  };
}

/**
 * Copies the packets of a span into a new file, with their times.
 * @param {CopyJob} wanted
 * @returns {Promise<Excerpt>}
 */
async function copy({ span, path }) {
  const tracks = await tracksIn();
  const isMatroska = [MATROSKA, WEBM].includes(await input.getFormat());
  const zero = Math.max(0, await input.getFirstTimestamp(tracks));
  const from = span.from + zero;
  const limit = span.to + zero + AFTER;
  tell({ indexed: true });
  // The index may be at the end of the file.
  reached = { start: Infinity, end: 0 };
  const parts = await partsOf(tracks, from);
  /**
   * The positions of the tracks' last packets in decoding order; -1 if a track begins later.
   * @type {number[]}
   */
  const lasts = [];
  for (const { sink } of parts) {
    const last = await checked((options) => sink.getPacket(limit, options));
    lasts.push(last?.sequenceNumber ?? -1);
  }
  // Everything that is needed lies between the first and the last packets.
  tell({ reached });
  ahead = { end: reached.end, mostBlocks: Math.min(parts.length, MOST_BLOCKS) };
  // Use whole seconds, so that times stay on the ticks of every track.
  const base = Math.floor(Math.min(...parts.map(({ first }) => first.timestamp))) - 1;
  const output = new Output({
    format: isMatroska ? new MkvOutputFormat() : new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const copies = [];
  for (const [index, part] of parts.entries()) {
    // Of reordered frames, one that is shown after the limit may be decoded before the last one.
    const isAfter = (/** @type {EncodedPacket} */ { timestamp, sequenceNumber }) =>
      timestamp > limit && sequenceNumber > (lasts[index] ?? -1);
    copies.push({ ...(await added(output, part, isMatroska)), isAfter });
  }
  if (warning !== null) {
    throw new Error(warning);
  }
  await output.start();
  await inOrder(copies, base);
  await output.finalize();
  const duration = await input.getDurationFromMetadata();
  return {
    startSeconds: zero - base,
    sourceSeconds: duration === null ? null : duration - zero,
    isIndexed: true,
  };
}

/**
 * Gets a packet if its size, which is read first, is within the limits, and its bytes are within
 * the file.
 * @param {(options: { metadataOnly: boolean }) => Promise<EncodedPacket | null>} get
 * @param {number} held size of the other packets that are in memory, in bytes
 */
async function checked(get, held = 0) {
  const described = await get({ metadataOnly: true });
  const { byteLength } = described ?? { byteLength: 0 };
  if (byteLength > MOST_PACKET_BYTES || held + byteLength > MOST_HELD_BYTES) {
    throw new Error(`a packet of ${byteLength} bytes`);
  }
  const packet = await get({ metadataOnly: false });
  // mediabunny does not return a packet whose bytes are missing, as if the track had ended.
  if (packet?.sequenceNumber !== described?.sequenceNumber) {
    throw new Error('a packet after the end of the file');
  }
  return packet;
}

/**
 * Tracks and their first packets for a span.
 * @param {MediaTrack[]} tracks
 * @param {number} from
 */
async function partsOf(tracks, from) {
  const parts = [];
  let held = 0;
  for (const track of tracks) {
    const sink = new EncodedPacketSink(track);
    const isVideo = track.isVideoTrack();
    const first = await checked(
      async (options) =>
        (isVideo
          ? await sink.getKeyPacket(from - BEFORE.video, options)
          : await sink.getPacket(from - BEFORE.audio, options)) ??
        (await sink.getFirstPacket(options)),
      held,
    );
    if (first === null) {
      throw new Error('a track without packets');
    }
    held += first.byteLength;
    parts.push({ track, sink, first });
  }
  return parts;
}

/**
 * Adds a track to the output.
 * @param {Output} output
 * @param {{ track: MediaTrack, sink: EncodedPacketSink, first: EncodedPacket }} part
 * @param {boolean} isMatroska
 */
async function added(output, { track, sink, first }, isMatroska) {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) {
    throw new Error('an unknown codec');
  }
  const meta = /** @type {any} */ ({ decoderConfig });
  const delay = isMatroska && codec === 'opus' ? opusDelay(decoderConfig.description) : 0;
  if (track.isVideoTrack()) {
    const source = new EncodedVideoPacketSource(/** @type {any} */ (codec));
    output.addVideoTrack(source, {
      rotation: await track.getRotation(),
      // With the frame rate, an MP4 track gets the same ticks as the original. Matroska would take
      // the frame rate literally.
      ...(!isMatroska && { frameRate: await track.getTimeResolution() }),
    });
    return {
      sink,
      first,
      delay,
      add: (/** @type {EncodedPacket} */ packet) => source.add(packet, meta),
    };
  }
  const source = new EncodedAudioPacketSource(/** @type {any} */ (codec));
  output.addAudioTrack(source);
  return {
    sink,
    first,
    delay,
    add: (/** @type {EncodedPacket} */ packet) => source.add(packet, meta),
  };
}

/**
 * How much earlier than its timestamps Opus plays in Matroska, in seconds (`CodecDelay`, RFC 9559
 * §5.1.4.1.25). mediabunny neither reads nor writes that field; it equals the pre-skip of the Opus
 * header (RFC 7845 §5.1), in whole ticks of Matroska.
 * @param {any} header
 */
function opusDelay(header) {
  const bytes = Buffer.from(header ?? []);
  return bytes.length < 12 ? 0 : Math.round(bytes.readUInt16LE(10) / 48) / 1000;
}

/**
 * Copies the packets of all tracks, interleaved, each track up to its first packet that is after the
 * span.
 * @param {{ sink: EncodedPacketSink, first: EncodedPacket, delay: number, isAfter: (packet: EncodedPacket) => boolean, add: (packet: EncodedPacket) => Promise<void> }[]} copies
 * @param {number} base what to subtract from times, in seconds
 */
async function inOrder(copies, base) {
  let [count, bytes] = [0, 0];
  let heads = copies
    .map(({ first, ...copy }) => ({ ...copy, packet: first }))
    .filter(({ packet, isAfter }) => !isAfter(packet));
  let held = heads.reduce((sum, { packet }) => sum + packet.byteLength, 0);
  while (heads.length > 0) {
    const head = heads.reduce((least, one) =>
      one.packet.timestamp < least.packet.timestamp ? one : least,
    );
    const { sink, packet } = head;
    count += 1;
    bytes += packet.byteLength;
    // A hostile table may refer to the same bytes any number of times.
    if (count > MOST_PACKETS || bytes > size) {
      throw new Error(`${count} packets of ${bytes} bytes`);
    }
    await head.add(packet.clone({ timestamp: packet.timestamp - head.delay - base }));
    held -= packet.byteLength;
    const following = await checked((options) => sink.getNextPacket(packet, options), held);
    if (following === null || head.isAfter(following)) {
      heads = heads.filter((one) => one !== head);
    } else {
      head.packet = following;
      held += following.byteLength;
    }
  }
}
