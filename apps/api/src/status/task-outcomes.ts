import { isErrorCode } from '@dipper/contract';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { OutcomeCounts } from '../infra/outcomes/outcome-counts.js';
import { outcomeOf } from '../infra/outcomes/outcome.js';
import { MergeEvents, type TaskSettled } from '../merge/merge-events.js';
import { KnownTasksService } from '../merge/task/known-tasks.service.js';

/** Counts how tasks end, in the process that ended them. */
@Injectable()
export class TaskOutcomes implements OnModuleInit {
  constructor(
    private readonly events: MergeEvents,
    @Inject(KnownTasksService) private readonly tasks: Pick<KnownTasksService, 'facts'>,
    @Inject(OutcomeCounts) private readonly outcomes: Pick<OutcomeCounts, 'note'>,
  ) {}

  onModuleInit(): void {
    this.events.on('settled', (settled) => this.count(settled));
  }

  private async count({ taskId, errorCode: code, visitor }: TaskSettled): Promise<void> {
    const error = code !== null && isErrorCode(code) ? code : 'INTERNAL';
    const ended = code === null ? null : error;
    if (outcomeOf(ended) === null) {
      return;
    }
    const facts = await this.tasks.facts(taskId);
    if (facts !== null) {
      this.outcomes.note(facts.pageUrl, ended, visitor === null ? [] : [visitor]);
    }
  }
}
