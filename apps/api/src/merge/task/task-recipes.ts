import type { Wish } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { OffersService } from '../../extract/offers/offers.service.js';
import type { Offered } from '../../extract/formats/offer.js';
import { convertOf } from '../../make/convert/convert.recipe.js';
import { joinOf } from '../../make/join/join.recipe.js';
import { MakerRegistry } from '../../make/maker-registry.js';
import type { Recipe } from '../../make/recipe.js';
import { isListWish, listRecipe, offerRecipe } from '../../make/wishes.js';
import type { NewTask } from './merge-task.repository.js';
import { stepsOf } from './work-shares.js';

/** From a task's id to what it makes. */
@Injectable()
export class TaskRecipes {
  constructor(
    private readonly offers: OffersService,
    private readonly makers: MakerRegistry,
  ) {}

  /**
   * The task that an id of an offer stands for.
   * @param host our host, for the name of its file.
   * @returns null when the offer is gone, or there never was one.
   */
  async of(taskId: string, host: string): Promise<NewTask | null> {
    const offered = await this.offers.offered(taskId);
    return offered && this.task(taskId, recipeOf(offered, host));
  }

  /**
   * What is made for a wish.
   * @param offerId names the offer, or the list.
   * @returns null when that is gone, or never was.
   * @throws DomainError WISH_NOT_POSSIBLE, and what the wish's own rules say.
   */
  async wished(offerId: string, wish: Wish, host: string): Promise<Recipe | null> {
    if (isListWish(wish)) {
      const listed = await this.offers.listed(offerId);
      return listed && listRecipe(wish, listed, host);
    }
    const offered = await this.offers.offered(offerId);
    return offered && offerRecipe(wish, offered, host);
  }

  /** A task for a recipe that no offer's id can say; its id is random, 256 bits. */
  with(recipe: Recipe): NewTask {
    return this.task(randomBytes(32).toString('base64url'), recipe);
  }

  /** True while what an offer's id stands for is there. */
  stands(taskId: string): Promise<boolean> {
    return this.offers.stands(taskId);
  }

  /** True when an id was handed out with an offer, whether or not anything is left of that. */
  isOffers(taskId: string): boolean {
    return this.offers.isOurs(taskId);
  }

  private task(taskId: string, recipe: Recipe): NewTask {
    const maker = this.makers.for(recipe);
    const sources = maker.sources(recipe);
    const [main] = sources;
    return {
      taskId,
      recipe,
      shareKey: maker.shareKey(recipe),
      sourceHost: main === undefined ? null : (parseUrl(main.url)?.host ?? null),
      // What takes its sources from pages that are still to be read has no known steps.
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

function recipeOf(offered: Offered, host: string): Recipe {
  const { convert } = offered.offer;
  return convert ? convertOf(offered, convert, host) : joinOf(offered, host);
}
