import type { SearchSizes } from '@dipper/contract';
import type { Offer } from '../formats/offer.js';
import { offerSize } from '../formats/sizes.js';
import type { SourceFormat } from '../source-info.js';

/**
 * How many streams of one page are asked for their size. They belong to the first rows, which
 * visitors look at.
 */
const MAX_ASKED = 8;

/** Sizes in bytes, by the URL of a stream. */
export type Sizes = ReadonlyMap<string, number>;

/**
 * The streams whose sizes would complete the size of a row. Only plain files can be asked for their
 * size, so rows with segments are left out.
 */
export function streamsToAsk(offers: readonly Offer[]): SourceFormat[] {
  const wanted = offers
    .filter((offer) => offerSize(offer).bytes === null)
    .map((offer) => partsOf(offer).filter(({ sizeBytes }) => sizeBytes === null))
    .filter((parts) => parts.every(({ protocol }) => protocol === 'file'))
    .flat();
  return [...new Map(wanted.map((part) => [part.url, part])).values()].slice(0, MAX_ASKED);
}

export function withSizes(offers: readonly Offer[], sizes: Sizes): Offer[] {
  const sized = (part: SourceFormat): SourceFormat => {
    const sizeBytes = part.sizeBytes === null ? sizes.get(part.url) : undefined;
    return sizeBytes === undefined ? part : { ...part, sizeBytes, sizeIsEstimate: false };
  };
  return offers.map((offer) => ({
    ...offer,
    main: sized(offer.main),
    sound: offer.sound && sized(offer.sound),
  }));
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

function partsOf({ main, sound }: Offer): SourceFormat[] {
  return sound === null ? [main] : [main, sound];
}
