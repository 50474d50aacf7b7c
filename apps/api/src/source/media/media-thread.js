// @ts-check
/**
 * Reads media with mediabunny, in a thread of its own: the package builds every table of a file
 * without a pause, so a film or a hostile file would hold up the server's event loop. It is plain
 * JavaScript because Node starts it by its path, also in specs. No other file imports mediabunny.
 *
 * The main thread (media-job.ts) supplies the bytes of the file and ends the thread if it computes
 * for too long or needs too much memory.
 */
import { parentPort, workerData } from 'node:worker_threads';
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
 * @typedef {import('./media-job.js').CopyResult} CopyResult
 * @typedef {import('./media-job.js').FactsResult} FactsResult
 * @typedef {import('./media-job.js').TimesResult} TimesResult
 * @typedef {import('mediabunny').InputVideoTrack | import('mediabunny').InputAudioTrack} MediaTrack
 * @typedef {import('mediabunny').EncodedPacket} EncodedPacket
 */

/**
 * How much more than a span is copied, in seconds: the first frames of an audio decoder are
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

/** @type {{ job: MediaJob, size: number }} */
const { job, size } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/** @type {Map<number, (bytes: Uint8Array) => void>} */
const waiting = new Map();
let reads = 0;
/** The first byte that was read, and the one after the last. */
let reached = { start: Infinity, end: 0 };
port.on('message', (/** @type {{ id: number, bytes: Uint8Array }} */ { id, bytes }) => {
  waiting.get(id)?.(bytes);
  waiting.delete(id);
});

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
    port.postMessage({ read: { id, start, end } });
  });
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
    read,
    // A transport stream is read packet by packet (`endsOf`).
    prefetchProfile: size <= SMALL_BYTES ? 'fileSystem' : 'none',
  }),
  formats:
    job.kind === 'facts'
      ? [MATROSKA, WEBM, WAVE, OGG, FLAC, MPEG_TS, MP3]
      : [MP4, QTFF, MATROSKA, WEBM],
});

try {
  port.postMessage({ done: await run() });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
} finally {
  port.close();
}

/** @returns {Promise<FactsResult | TimesResult | CopyResult>} */
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
 * Duration and dimensions. Without a duration in the header, the last packet is looked for.
 * @returns {Promise<FactsResult>}
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
 * @returns {Promise<CopyResult>}
 */
async function copy({ span, path }) {
  const tracks = await tracksIn();
  const isMatroska = [MATROSKA, WEBM].includes(await input.getFormat());
  const zero = Math.max(0, await input.getFirstTimestamp(tracks));
  const from = span.from + zero;
  const limit = span.to + zero + AFTER;
  // The index may be at the end of the file.
  reached = { start: Infinity, end: 0 };
  const parts = await Promise.all(tracks.map((track) => partOf(track, from)));
  for (const { sink } of parts) {
    await sink.getPacket(limit);
  }
  // All that is needed lies between the first and the last packets.
  port.postMessage({ reached });
  // Whole seconds, so that times stay on the ticks of every track.
  const base = Math.floor(Math.min(...parts.map(({ first }) => first.timestamp))) - 1;
  const output = new Output({
    format: isMatroska ? new MkvOutputFormat() : new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const copies = [];
  for (const part of parts) {
    copies.push(await added(output, part, isMatroska));
  }
  if (warning !== null) {
    throw new Error(warning);
  }
  await output.start();
  await inOrder(copies, { base, limit });
  await output.finalize();
  const duration = await input.getDurationFromMetadata();
  return { startSeconds: zero - base, sourceSeconds: duration === null ? null : duration - zero };
}

/**
 * A track and its first packet for a span.
 * @param {MediaTrack} track
 * @param {number} from
 */
async function partOf(track, from) {
  const sink = new EncodedPacketSink(track);
  const isVideo = track.isVideoTrack();
  const first =
    (isVideo
      ? await sink.getKeyPacket(from - BEFORE.video)
      : await sink.getPacket(from - BEFORE.audio)) ?? (await sink.getFirstPacket());
  if (first === null) {
    throw new Error('a track without packets');
  }
  return { track, sink, first };
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
  const packets = sink.packets(first);
  const delay = isMatroska && codec === 'opus' ? opusDelay(decoderConfig.description) : 0;
  if (track.isVideoTrack()) {
    const source = new EncodedVideoPacketSource(/** @type {any} */ (codec));
    output.addVideoTrack(source, {
      rotation: await track.getRotation(),
      // An MP4 track then has the ticks of the original. Matroska would take it literally.
      ...(!isMatroska && { frameRate: await track.getTimeResolution() }),
    });
    return {
      packets,
      delay,
      add: (/** @type {EncodedPacket} */ packet) => source.add(packet, meta),
    };
  }
  const source = new EncodedAudioPacketSource(/** @type {any} */ (codec));
  output.addAudioTrack(source);
  return { packets, delay, add: (/** @type {EncodedPacket} */ packet) => source.add(packet, meta) };
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
 * Copies the packets of all tracks up to a time, interleaved.
 * @param {{ packets: AsyncGenerator<EncodedPacket, void>, delay: number, add: (packet: EncodedPacket) => Promise<void> }[]} copies
 * @param {{ base: number, limit: number }} times
 */
async function inOrder(copies, { base, limit }) {
  let [count, bytes] = [0, 0];
  const next = async (/** @type {(typeof copies)[number]} */ one) => {
    const { value: packet } = await one.packets.next();
    return packet && packet.timestamp <= limit ? { ...one, packet } : null;
  };
  let heads = (await Promise.all(copies.map(next))).filter((head) => head !== null);
  while (heads.length > 0) {
    const head = heads.reduce((least, one) =>
      one.packet.timestamp < least.packet.timestamp ? one : least,
    );
    count += 1;
    bytes += head.packet.byteLength;
    // A hostile table may refer to the same bytes any number of times.
    if (count > MOST_PACKETS || bytes > size) {
      throw new Error(`${count} packets of ${bytes} bytes`);
    }
    await head.add(head.packet.clone({ timestamp: head.packet.timestamp - head.delay - base }));
    const following = await next(head);
    heads = heads.flatMap((one) => (one === head ? (following ?? []) : one));
  }
}
