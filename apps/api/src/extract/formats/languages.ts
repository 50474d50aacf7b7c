import type { SourceFormat } from '../source-info.js';
import { draftsOf } from './draft.js';
import type { Offer } from './offer.js';
import { withoutCompressed } from './originals.js';
import { type Draft, ranked } from './choice/rank.js';
import { recommend } from './choice/recommend.js';
import { nominalPixels } from './resolution.js';
import { rowsOf } from './rows.js';
import { type FormatLanguage, formatLanguage } from './format-language.js';

/**
 * The maximum number of other languages. Nobody reads a longer list. YouTube dubs into about twenty
 * languages.
 */
export const MAX_LANGUAGES = 40;

type Foreign = Draft & Pick<Offer, 'language' | 'voice'>;

interface Group {
  readonly spoken: FormatLanguage;
  readonly formats: SourceFormat[];
}

/**
 * The rows in the other languages of a page: for each language, the recommended video joined with
 * audio in that language, and that audio alone. Human voices come first, then auto-dubbed ones,
 * then audio descriptions.
 * @param all all formats of the page
 * @param originals the formats in the page's own language
 * @param recommended the recommended row of the originals
 */
export function otherLanguages(
  all: readonly SourceFormat[],
  originals: readonly SourceFormat[],
  recommended: Draft | undefined,
): Foreign[] {
  const pictures = originals.filter(({ video, audio }) => video !== 'no' && audio === 'no');
  const likePicked = picturesLike(recommended, pictures);
  return groupsOf(all, originals).flatMap(({ spoken: { language, voice }, formats }) => {
    const sounds = formats.filter(({ video }) => video === 'no');
    const whole = formats.filter(({ video }) => video !== 'no');
    const picked = bestJoined(likePicked, sounds) ?? recommend(rowsOf(ranked(draftsOf(whole, []))));
    const [best] = ranked(draftsOf(sounds, []));
    const [sound = best] = draftsOf(picked?.sound ? [picked.sound] : [], []);
    return [picked, sound].flatMap((draft) => (draft ? [{ ...draft, language, voice }] : []));
  });
}

function groupsOf(
  all: readonly SourceFormat[],
  originals: readonly SourceFormat[],
): readonly Group[] {
  const own = new Set(originals.filter(({ audio }) => audio !== 'no').map(keyOf));
  const groups = new Map<string, Group>();
  for (const format of all) {
    const spoken = formatLanguage(format);
    const key = keyOf(format);
    if (format.audio !== 'no' && spoken.language !== null && !own.has(key)) {
      const group = groups.get(key) ?? { spoken, formats: [] };
      group.formats.push(format);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .sort((a, b) => voiceRank(a) - voiceRank(b) || compareTags(a, b))
    .slice(0, MAX_LANGUAGES)
    .map((group) => ({ ...group, formats: withoutCompressed(group.formats) }));
}

function keyOf(format: SourceFormat): string {
  const { language, voice } = formatLanguage(format);
  return `${language} ${voice}`;
}

function voiceRank({ spoken }: Group): number {
  return [null, 'machine', 'description'].indexOf(spoken.voice);
}

function compareTags({ spoken: a }: Group, { spoken: b }: Group): number {
  return (a.language ?? '') < (b.language ?? '') ? -1 : 1;
}

/** Silent videos of the recommended size: one for each container, in SDR if possible. */
function picturesLike(
  recommended: Draft | undefined,
  pictures: readonly SourceFormat[],
): readonly SourceFormat[] {
  const rows = rowsOf(ranked(draftsOf(pictures, [])));
  const best = recommended === undefined ? 0 : nominalPixels(recommended.main);
  const alike = rows.filter(({ main }) => nominalPixels(main) === best);
  const nearest = alike.length > 0 ? alike : rows.filter((row) => row === recommend(rows));
  return preferPicked(nearest, recommended).map(({ main }) => main);
}

function preferPicked(rows: readonly Draft[], recommended: Draft | undefined): readonly Draft[] {
  const own = rows.filter(({ main }) => main === recommended?.main);
  const usual = rows.filter(({ main }) => !main.isHdr);
  return own.length > 0 ? own : usual.length > 0 ? usual : rows;
}

/** The video that fits the audio best; among equals, the first in the given order. */
function bestJoined(
  pictures: readonly SourceFormat[],
  sounds: readonly SourceFormat[],
): Draft | undefined {
  if (sounds.length === 0) {
    return undefined;
  }
  const drafts = draftsOf(pictures, sounds);
  return drafts.find(({ container }) => container !== 'mkv') ?? drafts[0];
}
