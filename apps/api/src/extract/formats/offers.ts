import type { SourceFormat, SourceInfo } from '../source-info.js';
import { joinedContainer, singleContainer } from './container.js';
import type { Offer } from './offer.js';
import { originalsOf } from './originals.js';
import { compareScores, pairAudio } from './pair-audio.js';
import { pixelsOf } from './resolution.js';

/** Height that is highlighted: the default video quality (specification §9). */
const DEFAULT_HEIGHT = 720;

type Draft = Omit<Offer, 'recommended'>;

/**
 * The rows for a visitor, best first: video, then audio, then what carries a watermark; one for each
 * resolution, frame rate and container (audio: container and bitrate); exactly one recommended.
 */
export function offersOf(info: SourceInfo): Offer[] {
  const formats = originalsOf(info.formats);
  const sounds = formats.filter((format) => format.video === 'no');
  const drafts = formats.map((format) => draftOf(format, sounds));
  // Of equals the last, as yt-dlp sorts from the worst to the best.
  const rows = onePerRow(drafts.reverse().sort((a, b) => compareScores(score(b), score(a))));
  const recommended = recommend(rows);
  return rows.map((row) => ({ ...row, recommended: row === recommended }));
}

function draftOf(format: SourceFormat, sounds: readonly SourceFormat[]): Draft {
  if (format.video !== 'no' && format.audio === 'no') {
    const sound = pairAudio(format, sounds);
    if (sound !== null) {
      return { kind: 'merge', main: format, sound, container: joinedContainer(format, sound) };
    }
  }
  const kinds = { file: 'direct', hls: 'hls', dash: 'merge' } as const;
  return {
    kind: kinds[format.protocol],
    main: format,
    sound: null,
    container: singleContainer(format),
  };
}

/** What plays everywhere comes before what is small: a visitor wants a file that opens. */
const CODEC_RANK: readonly (readonly [RegExp, number])[] = [
  [/^(avc|h264)/i, 4],
  [/^(vp0?9)/i, 3],
  [/^(hev|hvc|hevc|h265)/i, 2],
  [/^(av0?1)/i, 1],
];

function codecRank(codec: string | null): number {
  return codec === null ? 4 : (CODEC_RANK.find(([pattern]) => pattern.test(codec))?.[1] ?? 0);
}

/** A plain file is there at once; a merge of plain files is quick; segments are slowest. */
function deliveryRank({ kind, main }: Draft): number {
  return kind === 'direct' ? 2 : Number(main.protocol === 'file');
}

function score(draft: Draft): readonly number[] {
  const { main } = draft;
  const isVideo = main.video !== 'no';
  return [
    Number(!main.watermarked),
    Number(isVideo),
    isVideo ? rankedPixels(main) : 0,
    // High dynamic range looks washed out where the screen cannot show it.
    Number(!main.isHdr),
    isVideo ? roundedFps(main) : 0,
    isVideo ? containerRank(draft.container) : 0,
    isVideo ? codecRank(main.vcodec) : 0,
    isVideo ? deliveryRank(draft) : 0,
    (draft.sound ?? main).languagePreference,
    main.preference <= -1 && isVideo ? -1 : 0,
    main.quality,
    main.abr ?? main.tbr ?? 0,
    deliveryRank(draft),
    main.preference,
  ];
}

/** What a picture is sorted by; 0 when nothing is known of it. */
function rankedPixels(format: SourceFormat): number {
  return pixelsOf(format) ?? nominalPixels(format);
}

/** Sites that give no dimensions still say "hd" and "sd". */
function nominalPixels({ id, note }: SourceFormat): number {
  const [quality] = /\b(hd|sd)\b/i.exec(`${id} ${note ?? ''}`) ?? [];
  return quality === undefined ? 0 : quality.toLowerCase() === 'hd' ? 720 : 360;
}

function containerRank(container: string): number {
  return ['mkv', 'webm', 'mp4'].indexOf(container);
}

function roundedFps({ fps }: SourceFormat): number {
  // 30 and 29.97 are one row; unknown is taken for the usual.
  return fps === null ? 30 : fps > 31 ? Math.round(fps) : 30;
}

/** What makes two rows the same for a visitor. */
function rowKey(draft: Draft): string {
  const { main, container } = draft;
  if (main.video === 'no') {
    const rate = main.abr ?? main.tbr;
    return `audio ${container} ${rate === null ? '' : Math.round(rate / 16)}`;
  }
  const pixels = pixelsOf(main);
  return pixels === null
    ? `video ${container} ${main.sizeBytes ?? main.id}`
    : `video ${container} ${pixels} ${roundedFps(main)}`;
}

function onePerRow(sorted: readonly Draft[]): Draft[] {
  const rows = new Map<string, Draft>();
  for (const draft of sorted) {
    const key = rowKey(draft);
    if (!rows.has(key)) {
      rows.set(key, draft);
    }
  }
  return [...rows.values()];
}

/** The best row at the default quality: the tallest up to it, else the smallest above it. */
function recommend(rows: readonly Draft[]): Draft | undefined {
  const whole = rows.filter(
    (row) => row.main.video !== 'no' && (row.sound !== null || row.main.audio !== 'no'),
  );
  const clean = whole.filter((row) => !row.main.watermarked);
  const candidates = clean.length > 0 ? clean : whole.length > 0 ? whole : rows;
  const upTo = candidates.filter((row) => rankedPixels(row.main) <= DEFAULT_HEIGHT);
  // Best first; what nothing is known of comes last.
  return upTo.find((row) => rankedPixels(row.main) > 0) ?? smallestAbove(candidates) ?? upTo[0];
}

function smallestAbove(candidates: readonly Draft[]): Draft | undefined {
  const above = candidates.filter((row) => rankedPixels(row.main) > DEFAULT_HEIGHT);
  const least = Math.min(...above.map((row) => rankedPixels(row.main)));
  return above.find((row) => rankedPixels(row.main) === least);
}
