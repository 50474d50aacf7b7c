import { Inject, Injectable } from '@nestjs/common';
import { OffersService } from '../../extract/offers/offers.service.js';
import { MakerRegistry } from '../../make/maker-registry.js';
import { factsOfOffer, factsOfRecipe, type TaskFacts } from '../../make/recipe-facts.js';
import { KnownTaskRepository, type TaskState } from './known-task.repository.js';

export type { TaskFacts, TaskState };

@Injectable()
export class KnownTasksService {
  constructor(
    private readonly offers: OffersService,
    private readonly tasks: KnownTaskRepository,
    @Inject(MakerRegistry) private readonly makers: Pick<MakerRegistry, 'readIfKnown' | 'for'>,
  ) {}

  /**
   * Facts about a task's file, whether or not the task was started; null for an unknown or expired
   * id.
   */
  async facts(taskId: string): Promise<TaskFacts | null> {
    const offered = await this.offers.offered(taskId);
    if (offered !== null) {
      return factsOfOffer(offered);
    }
    const recipe = this.makers.readIfKnown(await this.tasks.recipe(taskId));
    if (recipe === null) {
      return null;
    }
    const facts = factsOfRecipe(recipe, this.makers.for(recipe).isAudio(recipe));
    return facts.thumbnailUrl === null
      ? { ...facts, thumbnailUrl: await this.offers.thumbnailOf(facts.pageUrl) }
      : facts;
  }

  /**
   * The states of tasks, from one query. Tasks that were never started or have been removed are
   * omitted.
   */
  states(taskIds: readonly string[]): Promise<Map<string, TaskState>> {
    return taskIds.length === 0
      ? Promise.resolve(new Map<string, TaskState>())
      : this.tasks.states(taskIds);
  }
}
