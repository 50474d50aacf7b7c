import type { SourceFormat } from '../source-info.js';
import type { Offer } from './offer.js';
import { compareScores } from './pair-audio.js';
import { nominalPixels } from './resolution.js';

/** A row before it is known which one is recommended. */
export type Draft = Pick<Offer, 'kind' | 'main' | 'sound' | 'container'>;

/** Best first: video, then audio, then what carries a watermark. */
export function ranked(drafts: readonly Draft[]): Draft[] {
  // Of equals the last, as yt-dlp sorts from the worst to the best.
  return drafts
    .map((draft) => ({ draft, rank: score(draft) }))
    .reverse()
    .sort((a, b) => compareScores(b.rank, a.rank))
    .map(({ draft }) => draft);
}

/** yt-dlp's mark on what is likely broken: YouTube's 22, and what wants a token that is missing. */
const DOUBTED = -0.05;
/** What AAC and MP3 lose to Opus, and are worth for playing everywhere. */
const WIDE_SOUND = 1.3;

function score(draft: Draft): readonly number[] {
  const { main } = draft;
  const isVideo = main.video !== 'no';
  return [
    Number(!main.watermarked),
    Number(isVideo),
    isVideo ? nominalPixels(main) : 0,
    // High dynamic range looks washed out where the screen cannot show it.
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

/** What plays everywhere comes before what is small: a visitor wants a file that opens. */
const CODEC_RANK: readonly (readonly [RegExp, number])[] = [
  [/^(avc|h264)/i, 4],
  [/^(vp0?9)/i, 3],
  [/^(hev|hvc|hevc|h265)/i, 2],
  [/^(av0?1)/i, 1],
];

/** Rate of a sound, or of all, as it is sorted by: of two that sound alike, the one that opens. */
function rankedRate({ main, container }: Draft): number {
  const rate = main.abr ?? main.tbr ?? 0;
  return main.video === 'no' && ['m4a', 'mp3'].includes(container) ? rate * WIDE_SOUND : rate;
}

/** The family of a picture's codec as a number, the widest played highest; unknown counts as such. */
export function codecRank(codec: string | null): number {
  return codec === null ? 4 : (CODEC_RANK.find(([pattern]) => pattern.test(codec))?.[1] ?? 0);
}

/** A plain file is there at once; a merge of plain files is quick; segments are slowest. */
function deliveryRank({ kind, main }: Draft): number {
  return kind === 'direct' ? 2 : Number(main.protocol === 'file');
}

/** Of files with a picture: what players take most readily is the highest. */
export function containerRank(container: string): number {
  return ['mkv', 'webm', 'mp4'].indexOf(container);
}

/** 30 and 29.97 are one row; unknown is taken for the usual. */
export function roundedFps({ fps }: Pick<SourceFormat, 'fps'>): number {
  return fps === null ? 30 : fps > 31 ? Math.round(fps) : 30;
}
