import { audioRate, isAudioOnly, isVideo } from './offer.js';
import { codecRank, containerRank, type Draft, roundedFps } from './choice/rank.js';
import { pixelsOf, qualityName } from './resolution.js';

/** Nobody reads more rows than this. */
const MAX_VIDEO_ROWS = 30;
const MAX_AUDIO_ROWS = 12;
/** Rates whose ratio is less than this sound the same. */
const AUDIBLE_RATIO = 1.25;
/** HDR is for large screens. Smaller HDR videos would only add rows. */
const LEAST_HDR_PIXELS = 720;

/**
 * The rows that differ noticeably: for video, one for each combination of resolution, dynamic
 * range, frame rate and container; for audio, one for each container and audible rate.
 * @param sorted best first; the result is in the same order
 */
export function rowsOf(sorted: readonly Draft[]): Draft[] {
  const videos = uniqueBy(sorted.filter(isVideo), videoKey);
  const kept = new Set([...worthShowing(videos), ...audibleRows(sorted)]);
  return sorted.filter((draft) => kept.has(draft));
}

/** Limits rows to a readable number, best first. @param must a row to keep, whatever its rank */
export function boundRows(rows: readonly Draft[], must: Draft | undefined): Draft[] {
  const kept = new Set([
    ...rows.filter(isVideo).slice(0, MAX_VIDEO_ROWS),
    ...rows.filter(isAudioOnly).slice(0, MAX_AUDIO_ROWS),
    must,
  ]);
  return rows.filter((row) => kept.has(row));
}

function videoKey({ main, container }: Draft): string {
  const pixels = pixelsOf(main);
  const size =
    pixels === null
      ? `${qualityName(main)} ${main.sizeBytes ?? '?'} ${main.watermarked}`
      : `${pixels} ${roundedFps(main)}`;
  return `${container} ${size} ${main.isHdr}`;
}

function pictureKey({ main }: Draft): string {
  return `${pixelsOf(main)} ${roundedFps(main)} ${main.isHdr} ${codecRank(main.vcodec)}`;
}

function worthShowing(videos: readonly Draft[]): Draft[] {
  return withoutOldFiles(withoutDetours(withoutSmallHdr(videos)));
}

/** Drops legacy files (3GP, FLV) if there is a playable file of the same size. */
function withoutOldFiles(rows: readonly Draft[]): Draft[] {
  const open = rows.filter(({ container }) => containerRank(container) > 0);
  const sizes = new Set(open.map(({ main }) => pixelsOf(main)));
  return rows.filter(
    ({ main, container }) =>
      containerRank(container) >= 0 || pixelsOf(main) === null || !sizes.has(pixelsOf(main)),
  );
}

function withoutSmallHdr(rows: readonly Draft[]): Draft[] {
  const plain = new Set(rows.filter(({ main }) => !main.isHdr).map(({ main }) => pixelsOf(main)));
  const isSmall = ({ main }: Draft): boolean => (pixelsOf(main) ?? 0) < LEAST_HDR_PIXELS;
  return rows.filter((row) => !(row.main.isHdr && isSmall(row) && plain.has(pixelsOf(row.main))));
}

/**
 * Drops segmented videos that are also available as a plain file. For example, YouTube's VP9 over
 * HLS is the same video as over HTTPS, but in another container, and is larger and slower.
 */
function withoutDetours(rows: readonly Draft[]): Draft[] {
  const files = new Set(
    rows
      .filter(({ main, container }) => main.protocol === 'file' && containerRank(container) > 0)
      .map(pictureKey),
  );
  const isDetour = (row: Draft): boolean =>
    row.main.protocol !== 'file' &&
    row.main.vcodec !== null &&
    pixelsOf(row.main) !== null &&
    files.has(pictureKey(row));
  return rows.filter((row) => !isDetour(row));
}

/**
 * Drops audio of unknown rate if the same container has audio of known rate, because it adds
 * nothing.
 */
function audibleRows(sorted: readonly Draft[]): Draft[] {
  const sounds = sorted.filter(isAudioOnly);
  const kept: Draft[] = [];
  for (const draft of [
    ...sounds.filter(audioRate),
    ...sounds.filter((draft) => !audioRate(draft)),
  ]) {
    const sameFile = kept.filter(({ container }) => container === draft.container);
    if (!sameFile.some((other) => soundsAlike(audioRate(draft), audioRate(other)))) {
      kept.push(draft);
    }
    if (kept.length > 4 * MAX_AUDIO_ROWS) {
      break;
    }
  }
  return kept;
}

function soundsAlike(a: number | null, b: number | null): boolean {
  return a === null || b === null || Math.max(a, b) / Math.min(a, b) < AUDIBLE_RATIO;
}

function uniqueBy(drafts: readonly Draft[], key: (draft: Draft) => string): Draft[] {
  const rows = new Map<string, Draft>();
  for (const draft of drafts) {
    const name = key(draft);
    if (!rows.has(name)) {
      rows.set(name, draft);
    }
  }
  return [...rows.values()];
}
