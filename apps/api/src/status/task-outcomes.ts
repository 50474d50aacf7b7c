import { isErrorCode, type MergeStatus } from '@dipper/contract';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { OutcomeCounts } from '../infra/outcomes/outcome-counts.js';
import { outcomeOf } from '../infra/outcomes/outcome.js';
import { MergeEvents } from '../merge/merge-events.js';
import { KnownTasksService } from '../merge/task/known-tasks.service.js';

/** Counts how tasks end, in the process that ended them. */
@Injectable()
export class TaskOutcomes implements OnModuleInit {
  private readonly logger = new Logger(TaskOutcomes.name);

  constructor(
    private readonly events: MergeEvents,
    @Inject(KnownTasksService) private readonly tasks: Pick<KnownTasksService, 'facts'>,
    @Inject(OutcomeCounts) private readonly outcomes: Pick<OutcomeCounts, 'note'>,
  ) {}

  onModuleInit(): void {
    this.events.on('ended', (status) => {
      this.count(status).catch((err: unknown) => {
        this.logger.warn({ err }, 'The outcome of a download could not be counted');
      });
    });
  }

  private async count({ task_id: taskId, status, error_code: code }: MergeStatus): Promise<void> {
    const error = code !== null && isErrorCode(code) ? code : 'INTERNAL';
    const ended = status === 'complete' ? null : error;
    if (status === 'cancelled' || outcomeOf(ended) === null) {
      return;
    }
    const facts = await this.tasks.facts(taskId);
    if (facts !== null) {
      this.outcomes.note(facts.pageUrl, ended);
    }
  }
}
