import type { Wish } from '@dipper/contract';
import type { Offered } from '../extract/formats/offer.js';
import type { Listed } from '../extract/listed.js';
import { DomainError } from '../infra/http/domain-error.js';
import { clipOf } from './clip/clip.recipe.js';
import { captionedOf } from './join/captions/captioned.recipe.js';
import { bundleOf, entryOf } from './bundle/bundle.recipe.js';
import { convertWished } from './convert/convert.recipe.js';
import type { Recipe } from './recipe.js';
import { subtitleOf } from './subtitle/subtitle.recipe.js';

type ListWish = Extract<Wish, { kind: 'bundle' | 'entry' }>;
type OfferWish = Exclude<Wish, ListWish>;

/** From a wish and what it is made of to the recipe. @throws DomainError when it cannot be made of that */
type Writers<W extends Wish, From> = {
  readonly [Kind in W['kind']]?: (
    wish: Extract<W, { kind: Kind }>,
    from: From,
    host: string,
  ) => Recipe;
};

/** What can be made of one offer. */
const OF_OFFERS: Writers<OfferWish, Offered> = {
  clip: clipOf,
  convert: convertWished,
  subtitle: subtitleOf,
  captioned: captionedOf,
};

/** What can be made of a list. */
const OF_LISTS: Writers<ListWish, Listed> = { bundle: bundleOf, entry: entryOf };

/** Whether a wish is for entries of a list. */
export function isListWish(wish: Wish): wish is ListWish {
  return wish.kind === 'bundle' || wish.kind === 'entry';
}

/**
 * What is made for a wish of an offer.
 * @param host our host, for the name of its file.
 * @throws DomainError WISH_NOT_POSSIBLE, and what the wish's own rules say.
 */
export function offerRecipe(wish: OfferWish, offered: Offered, host: string): Recipe {
  return written(OF_OFFERS, wish, offered, host);
}

/** The same for a wish of a list. */
export function listRecipe(wish: ListWish, listed: Listed, host: string): Recipe {
  return written(OF_LISTS, wish, listed, host);
}

function written<W extends Wish, From>(
  writers: Writers<W, From>,
  wish: W,
  from: From,
  host: string,
): Recipe {
  // A table by kind: what stands there takes wishes of that kind.
  const writer = writers[wish.kind as W['kind']] as
    | ((wish: W, from: From, host: string) => Recipe)
    | undefined;
  if (writer === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  return writer(wish, from, host);
}
