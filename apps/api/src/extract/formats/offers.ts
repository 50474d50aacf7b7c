import type { SourceInfo } from '../source-info.js';
import { draftsOf } from './draft.js';
import { otherLanguages } from './languages.js';
import type { Offer } from './offer.js';
import { originalsOf } from './originals.js';
import { ranked } from './choice/rank.js';
import { reasonFor } from './choice/reason.js';
import { recommend } from './choice/recommend.js';
import { boundRows, rowsOf } from './rows.js';

/**
 * The rows for a visitor, best first: video, then audio, then watermarked rows, limited to a
 * readable number. Exactly one row is recommended, with its reason. Rows in other languages follow.
 */
export function offersOf(info: SourceInfo): Offer[] {
  const originals = originalsOf(info.formats);
  const sounds = originals.filter(({ video }) => video === 'no');
  const all = rowsOf(ranked(draftsOf(originals, sounds)));
  const recommended = recommend(all);
  const rows = boundRows(all, recommended);
  const foreign = otherLanguages(info.formats, originals, recommended);
  const isOnly = rows.length + foreign.length === 1;
  return [
    ...rows.map((row): Offer => {
      const isRecommended = row === recommended;
      const reason = isRecommended ? (isOnly ? 'only_one' : reasonFor(row, rows)) : null;
      return { ...row, recommended: isRecommended, reason, language: null, voice: null };
    }),
    ...foreign.map((row): Offer => ({ ...row, recommended: false, reason: null })),
  ];
}
