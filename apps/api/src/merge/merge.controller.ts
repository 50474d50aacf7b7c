import {
  API,
  type CreateTaskInput,
  createTaskInputSchema,
  type CreateTaskReply,
  type MergeStatus,
  type StartMergeInput,
  startMergeInputSchema,
  type StartMergeReply,
  taskRoute,
} from '@dipper/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Headers,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { CountsBytes } from '../infra/limits/daily-bytes/daily-bytes.guard.js';
import { OptionalAuthGuard } from '../auth/auth.guard.js';
import { Limited } from '../infra/limits/limited.js';
import { CurrentPrincipal, type Principal } from '../infra/principal/principal.js';
import { MergeEvents } from './merge-events.js';
import { MergeService } from './merge.service.js';
import { Visitors } from './visitors.js';

@Controller()
export class MergeController {
  constructor(
    private readonly merge: MergeService,
    private readonly visitors: Visitors,
    private readonly events: MergeEvents,
  ) {}

  @Get(API.startMerge)
  @CountsBytes('starts')
  @Limited('start')
  @UseGuards(OptionalAuthGuard)
  @Header('Cache-Control', 'no-store')
  async start(
    @Query({ schema: startMergeInputSchema }) { task_id, anyway }: StartMergeInput,
    @CurrentPrincipal() principal: Principal,
    @Headers('host') host = '',
  ): Promise<StartMergeReply> {
    const visitor = this.visitors.keyOf(principal);
    const started = await this.merge.start(task_id, {
      ...{ host, visitor },
      acceptsDamage: anyway === '1',
    });
    if (principal.kind === 'account') {
      const { accountId } = principal;
      this.events.emit('requested', { taskId: task_id, host, accountId });
    }
    return started;
  }

  /** Stores a task for a wish about an offer or a list. The task is then started like any other. */
  @Post(API.tasks)
  @CountsBytes('starts')
  @Limited('start')
  @Header('Cache-Control', 'no-store')
  create(
    @Body({ schema: createTaskInputSchema }) { task_id, recipe }: CreateTaskInput,
    @CurrentPrincipal() principal: Principal,
    @Headers('host') host = '',
  ): Promise<CreateTaskReply> {
    const visitor = this.visitors.keyOf(principal);
    return this.merge.create(task_id, recipe, { host, visitor });
  }

  @Get(taskRoute(API.status))
  @Header('Cache-Control', 'no-store')
  status(@Param('task_id') taskId: string): Promise<MergeStatus> {
    return this.merge.status(taskId);
  }

  @Delete(taskRoute(API.task))
  @Limited('start')
  @Header('Cache-Control', 'no-store')
  cancel(@Param('task_id') taskId: string, @Headers('host') host = ''): Promise<MergeStatus> {
    return this.merge.cancel(taskId, host);
  }
}
