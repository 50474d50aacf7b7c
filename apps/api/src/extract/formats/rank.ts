import type { SourceFormat } from '../source-info.js';
import type { Offer } from './offer.js';
import { compareScores } from './pair-audio.js';
import { nominalPixels } from './resolution.js';

/** A row, before one is chosen as recommended. */
export type Draft = Pick<Offer, 'kind' | 'main' | 'sound' | 'container'>;

/** Best first: video, then audio, then watermarked ones. */
export function ranked(drafts: readonly Draft[]): Draft[] {
  // Among equals the last comes first: yt-dlp sorts from worst to best.
  return drafts
    .map((draft) => ({ draft, rank: score(draft) }))
    .reverse()
    .sort((a, b) => compareScores(b.rank, a.rank))
    .map(({ draft }) => draft);
}

/**
 * yt-dlp gives this preference or less to formats that are likely broken: YouTube's 22, and those that
 * need a missing token.
 */
const DOUBTED = -0.05;
/** Handicap of Opus against AAC and MP3, which play everywhere. */
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

/** Compatibility before size: a visitor wants a file that opens. */
const CODEC_RANK: readonly (readonly [RegExp, number])[] = [
  [/^(avc|h264)/i, 4],
  [/^(vp0?9)/i, 3],
  [/^(hev|hvc|hevc|h265)/i, 2],
  [/^(av0?1)/i, 1],
];

/**
 * The rate to sort by, of the audio or of the whole: of two that sound alike, the compatible one wins.
 */
function rankedRate({ main, container }: Draft): number {
  const rate = main.abr ?? main.tbr ?? 0;
  return main.video === 'no' && ['m4a', 'mp3'].includes(container) ? rate * WIDE_SOUND : rate;
}

/** A video codec's family as a number, the most widely supported highest; unknown counts as such. */
export function codecRank(codec: string | null): number {
  return codec === null ? 4 : (CODEC_RANK.find(([pattern]) => pattern.test(codec))?.[1] ?? 0);
}

/** A plain file is ready at once; a merge of plain files is quick; segments are slowest. */
function deliveryRank({ kind, main }: Draft): number {
  return kind === 'direct' ? 2 : Number(main.protocol === 'file');
}

/** Rank of a video file's container: the most widely supported is highest. */
export function containerRank(container: string): number {
  return ['mkv', 'webm', 'mp4'].indexOf(container);
}

/** 30 and 29.97 make one row; unknown counts as 30. */
export function roundedFps({ fps }: Pick<SourceFormat, 'fps'>): number {
  return fps === null ? 30 : fps > 31 ? Math.round(fps) : 30;
}
