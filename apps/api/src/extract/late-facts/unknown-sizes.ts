import type { SearchSizes } from '@dipper/contract';
import { type Offer, streamsOf, withStreams } from '../formats/offer.js';
import { offerSize } from '../formats/sizes.js';
import type { SourceFormat } from '../source-info.js';
import type { Answers } from './stream-question.js';

/**
 * How many streams of one page are asked for their size. They belong to the first rows, which
 * visitors are most likely to look at.
 */
const MAX_ASKED = 8;

/**
 * The streams whose sizes would complete the size of a row. Only the sizes of plain files can be
 * requested, so rows with segments are left out.
 */
export function streamsToAsk(offers: readonly Offer[]): SourceFormat[] {
  const wanted = offers
    .filter((offer) => offerSize(offer).bytes === null)
    .map((offer) => streamsOf(offer).filter(({ sizeBytes }) => sizeBytes === null))
    .filter((parts) => parts.every(({ protocol }) => protocol === 'file'))
    .flat();
  return [...new Map(wanted.map((part) => [part.url, part])).values()].slice(0, MAX_ASKED);
}

/** @param sizes in bytes */
export function withSizes(offers: readonly Offer[], sizes: Answers<number>): Offer[] {
  const sized = (part: SourceFormat): SourceFormat => {
    const sizeBytes = part.sizeBytes === null ? sizes.get(part.url) : undefined;
    return sizeBytes === undefined ? part : { ...part, sizeBytes, sizeIsEstimate: false };
  };
  return offers.map((offer) => withStreams(offer, sized));
}

/** The rows that now have a size but had none in the list that was shown to the visitor. */
export function newSizes(before: readonly Offer[], after: readonly Offer[]): SearchSizes['sizes'] {
  return after.flatMap((offer, at) => {
    const { bytes, estimate } = offerSize(offer);
    const shown = before[at];
    const isNew = shown !== undefined && offerSize(shown).bytes === null && bytes !== null;
    return isNew ? [{ at, filesize: bytes, filesize_approx: estimate }] : [];
  });
}
