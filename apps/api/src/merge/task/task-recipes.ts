import type { Wish } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { OffersService } from '../../extract/offers/offers.service.js';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SiteSettings } from '../../infra/sites/site-settings.js';
import { convertOf } from '../../make/convert/convert.recipe.js';
import { joinOf } from '../../make/join/join.recipe.js';
import { MakerRegistry } from '../../make/maker-registry.js';
import type { AnyRecipe, Recipe } from '../../make/recipe.js';
import { isListWish, listRecipe, offerRecipe } from '../../make/wishes.js';
import type { NewTask } from './task-records.js';
import { stepsOf } from './work-shares.js';

@Injectable()
export class TaskRecipes {
  constructor(
    private readonly offers: OffersService,
    private readonly makers: MakerRegistry,
    @Inject(SiteSettings) private readonly sites: Pick<SiteSettings, 'isBlocked'>,
  ) {}

  /**
   * The task for an offer's id.
   * @param host our host name, used in the file name.
   * @returns null if the offer has expired or never existed.
   */
  async of(taskId: string, host: string): Promise<NewTask | null> {
    const offered = await this.offers.offered(taskId);
    return offered && this.task(taskId, recipeOf(offered, host));
  }

  /**
   * The recipe for a visitor's request (`wish`).
   * @param offerId the id of the offer or list.
   * @param from our host name, used in the file name, and the visitor's key (`Visitors`).
   * @returns null if the offer or list has expired or never existed.
   * @throws DomainError WISH_NOT_POSSIBLE, and the errors of the request's rules.
   */
  async wished(
    offerId: string,
    wish: Wish,
    { host, visitor }: { readonly host: string; readonly visitor: string },
  ): Promise<Recipe | null> {
    if (isListWish(wish)) {
      const listed = await this.offers.listed(offerId);
      return listed && listRecipe(wish, listed, host);
    }
    // A clip must lie within the item, so the item's duration must be known.
    const offered =
      wish.kind === 'clip'
        ? await this.offers.measured(offerId, visitor)
        : await this.offers.offered(offerId);
    return offered && offerRecipe(wish, offered, host);
  }

  /** A task for a recipe without an offer. The id is random and has 256 bits. */
  with(recipe: AnyRecipe): NewTask {
    return this.task(randomBytes(32).toString('base64url'), recipe);
  }

  isValid(taskId: string): Promise<boolean> {
    return this.offers.isValid(taskId);
  }

  /** True if the id was issued with an offer, whether or not the offer is still valid. */
  isOfferId(taskId: string): boolean {
    return this.offers.isOurs(taskId);
  }

  /** @throws DomainError LINK_BLOCKED if the page has been blocked since it was read */
  private task(taskId: string, recipe: AnyRecipe): NewTask {
    if (this.sites.isBlocked(recipe.pageUrl)) {
      throw new DomainError('LINK_BLOCKED');
    }
    const maker = this.makers.for(recipe);
    const sources = maker.sources(recipe);
    const [main] = sources;
    return {
      taskId,
      recipe,
      shareKey: createHash('sha256').update(maker.shareKey(recipe)).digest('hex'),
      sourceHost: main === undefined ? null : (parseUrl(main.url)?.host ?? null),
      // A recipe without sources takes its streams from pages that have yet to be read, so the
      // steps are unknown.
      steps:
        sources.length === 0
          ? null
          : stepsOf({
              sizes: sources.map(({ sizeBytes }) => sizeBytes),
              isAudio: maker.isAudio(recipe),
              ...(maker.shares && { shares: maker.shares }),
            }),
    };
  }
}

function recipeOf(offered: OfferedFormat, host: string): Recipe {
  const { convert } = offered.offer;
  return convert ? convertOf(offered, convert, host) : joinOf(offered, host);
}
