import type { Wish } from '@dipper/contract';
import type { OfferedFormat } from '../extract/formats/offer.js';
import type { ListTarget } from '../extract/list-target.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { clipOf } from './clip/clip.recipe.js';
import { captionedOf } from './join/captions/captioned.recipe.js';
import { bundleOf, entryOf } from './bundle/bundle.recipe.js';
import { customConversion } from './convert/convert.recipe.js';
import type { Recipe } from './recipe.js';
import { subtitleOf } from './subtitle/subtitle.recipe.js';

type ListWish = Extract<Wish, { kind: 'bundle' | 'entry' }>;
type OfferWish = Exclude<Wish, ListWish>;

/**
 * The functions that turn each kind of request (`wish`) and its source into a recipe.
 * @throws DomainError if the request cannot be fulfilled
 */
type Writers<W extends Wish, From> = {
  readonly [Kind in W['kind']]?: (
    wish: Extract<W, { kind: Kind }>,
    from: From,
    host: string,
  ) => Recipe;
};

const OF_OFFERS: Writers<OfferWish, OfferedFormat> = {
  clip: clipOf,
  convert: customConversion,
  subtitle: subtitleOf,
  captioned: captionedOf,
};

const OF_LISTS: Writers<ListWish, ListTarget> = { bundle: bundleOf, entry: entryOf };

export function isListWish(wish: Wish): wish is ListWish {
  return wish.kind === 'bundle' || wish.kind === 'entry';
}

/**
 * The recipe for a request (`wish`) about an offer.
 * @param host the visitor's Host header, for the file name.
 * @throws DomainError WISH_NOT_POSSIBLE; whatever the function for this kind of request throws.
 */
export function offerRecipe(wish: OfferWish, offered: OfferedFormat, host: string): Recipe {
  return written(OF_OFFERS, wish, offered, host);
}

/**
 * The recipe for a request (`wish`) about a list.
 * @throws DomainError WISH_NOT_POSSIBLE.
 */
export function listRecipe(wish: ListWish, listed: ListTarget, host: string): Recipe {
  return written(OF_LISTS, wish, listed, host);
}

function written<W extends Wish, From>(
  writers: Writers<W, From>,
  wish: W,
  from: From,
  host: string,
): Recipe {
  // The table maps each kind to its own function, which TypeScript cannot infer.
  const writer = writers[wish.kind as W['kind']] as
    | ((wish: W, from: From, host: string) => Recipe)
    | undefined;
  if (writer === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  return writer(wish, from, host);
}
