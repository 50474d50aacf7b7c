import { Injectable } from '@nestjs/common';
import { OffersService } from '../../extract/offers/offers.service.js';
import { recipeSchema } from '../../make/recipe.js';
import { factsOfOffer, factsOfRecipe, type TaskFacts } from '../../make/recipe-facts.js';
import { KnownTaskRepository, type TaskStanding } from './known-task.repository.js';

export type { TaskFacts, TaskStanding };

/** What is known of tasks, for modules that list them: nothing here starts or changes one. */
@Injectable()
export class KnownTasksService {
  constructor(
    private readonly offers: OffersService,
    private readonly tasks: KnownTaskRepository,
  ) {}

  /** What a task makes, started or not; null for an id that stands for nothing, or nothing any more. */
  async facts(taskId: string): Promise<TaskFacts | null> {
    const offered = await this.offers.offered(taskId);
    if (offered !== null) {
      return factsOfOffer(offered);
    }
    const { success, data } = recipeSchema.safeParse(await this.tasks.recipe(taskId));
    if (!success) {
      return null;
    }
    const facts = factsOfRecipe(data);
    return facts.thumbnailUrl === null
      ? { ...facts, thumbnailUrl: await this.offers.thumbnailOf(facts.pageUrl) }
      : facts;
  }

  /** How tasks stand, in one question; those that were never started, and those long gone, are left out. */
  standings(taskIds: readonly string[]): Promise<Map<string, TaskStanding>> {
    return taskIds.length === 0
      ? Promise.resolve(new Map<string, TaskStanding>())
      : this.tasks.standings(taskIds);
  }
}
