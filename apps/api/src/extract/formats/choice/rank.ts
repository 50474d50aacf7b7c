import type { SourceFormat } from '../../source-info.js';
import type { Offer } from '../offer.js';
import { compareScores } from './scores.js';
import { nominalPixels } from '../resolution.js';

/** A row before the recommended row has been chosen. */
export type Draft = Pick<Offer, 'kind' | 'main' | 'sound' | 'container'>;

/** The rows that have a property, or all rows if none has it. */
export function preferred<Row>(
  rows: readonly Row[],
  isPreferred: (row: Row) => boolean,
): readonly Row[] {
  const some = rows.filter(isPreferred);
  return some.length > 0 ? some : rows;
}

/** Sorts rows, best first: video, then audio, then watermarked rows. */
export function ranked(drafts: readonly Draft[]): Draft[] {
  // Among equal rows, the last one comes first, because yt-dlp sorts from worst to best.
  return drafts
    .map((draft) => ({ draft, rank: score(draft) }))
    .reverse()
    .sort((a, b) => compareScores(b.rank, a.rank))
    .map(({ draft }) => draft);
}

/**
 * yt-dlp gives this preference, or a lower one, to formats that are likely to be broken: YouTube's
 * 22, and formats that need a missing token.
 */
const DOUBTED = -0.05;
/**
 * The rate of AAC and MP3, which play everywhere, is multiplied by this when they are compared with
 * Opus.
 */
const WIDE_SOUND = 1.3;

function score(draft: Draft): readonly number[] {
  const { main } = draft;
  const isVideo = main.video !== 'no';
  return [
    Number(!main.watermarked),
    Number(isVideo),
    isVideo ? nominalPixels(main) : 0,
    // HDR looks washed out on a screen that can't show it.
    Number(!main.isHdr),
    isVideo ? roundedFps(main) : 0,
    isVideo ? containerRank(draft.container) : 0,
    isVideo ? codecRank(main.vcodec) : 0,
    isVideo ? Number(main.preference > DOUBTED) : 0,
    isVideo ? deliveryRank(draft) : 0,
    (draft.sound ?? main).languagePreference,
    main.quality,
    rankedRate(draft),
    deliveryRank(draft),
    main.preference,
  ];
}

/**
 * Video codecs by compatibility, which comes before size because visitors want a file that opens.
 */
const CODEC_RANK: readonly (readonly [RegExp, number])[] = [
  [/^(avc|h264)/i, 4],
  [/^(vp0?9)/i, 3],
  [/^(hev|hvc|hevc|h265)/i, 2],
  [/^(av0?1)/i, 1],
];

/**
 * The bitrate by which rows are sorted: of the audio alone, or of the whole file. If two rows sound
 * alike, the compatible row comes first.
 */
function rankedRate({ main, container }: Draft): number {
  const rate = main.abr ?? main.tbr ?? 0;
  return main.video === 'no' && ['m4a', 'mp3'].includes(container) ? rate * WIDE_SOUND : rate;
}

/**
 * Ranks the family of a video codec by how widely it is supported. An unknown codec counts as the
 * most widely supported family.
 */
export function codecRank(codec: string | null): number {
  return codec === null ? 4 : (CODEC_RANK.find(([pattern]) => pattern.test(codec))?.[1] ?? 0);
}

/**
 * Ranks rows by speed: a plain file is ready immediately, a merge of plain files is quick, and
 * segments are the slowest.
 */
function deliveryRank({ kind, main }: Draft): number {
  return kind === 'direct' ? 2 : Number(main.protocol === 'file');
}

/** Ranks the container of a video file by how widely it is supported. */
export function containerRank(container: string): number {
  return ['mkv', 'webm', 'mp4'].indexOf(container);
}

/** Rounds the frame rate, so that 30 and 29.97 make one row. An unknown rate counts as 30. */
export function roundedFps({ fps }: Pick<SourceFormat, 'fps'>): number {
  return fps === null ? 30 : fps > 31 ? Math.round(fps) : 30;
}
