import {
  API,
  type CreateTaskInput,
  createTaskInputSchema,
  type CreateTaskReply,
  type MergeStatus,
  type StartMergeInput,
  startMergeInputSchema,
  type StartMergeReply,
  type StartTaskInput,
  startTaskInputSchema,
  taskRoute,
} from '@dipper/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { CountsBytes } from '../infra/limits/daily-bytes/daily-bytes.guard.js';
import { OptionalAuthGuard } from '../auth/auth.guard.js';
import { Idempotent } from '../infra/idempotency/idempotent.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { Limited } from '../infra/limits/limited.js';
import { accountOf, CurrentPrincipal, type Principal } from '../infra/principal/principal.js';
import { CallbackUrls } from './callback/callback-url.js';
import { TaskCallbacks } from './callback/task-callbacks.js';
import { MergeEvents } from './merge-events.js';
import { MergeService } from './merge.service.js';
import { Visitors } from './visitors.js';
import { Scope } from '../infra/principal/scope.js';

@Controller()
export class MergeController {
  constructor(
    private readonly merge: MergeService,
    private readonly visitors: Visitors,
    private readonly events: MergeEvents,
    private readonly callbackUrls: CallbackUrls,
    private readonly callbacks: TaskCallbacks,
  ) {}

  @Get(API.startMerge)
  @Scope('make')
  @CountsBytes('starts')
  @Limited('start')
  @UseGuards(OptionalAuthGuard)
  @Header('Cache-Control', 'no-store')
  start(
    @Query({ schema: startMergeInputSchema }) { task_id, anyway }: StartMergeInput,
    @CurrentPrincipal() principal: Principal,
    @Headers('host') host = '',
  ): Promise<StartMergeReply> {
    return this.begin({ task_id, anyway: anyway === '1' }, principal, host);
  }

  @Post(API.startMerge)
  @Scope('make')
  @Idempotent(true)
  @CountsBytes('starts')
  @Limited('start')
  @UseGuards(OptionalAuthGuard)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  startByPost(
    @Body({ schema: startTaskInputSchema }) input: StartTaskInput,
    @CurrentPrincipal() principal: Principal,
    @Headers('host') host = '',
  ): Promise<StartMergeReply> {
    return this.begin(input, principal, host);
  }

  /**
   * Stores a task for a request (`wish`) about an offer or a list. The task is then started like
   * any other.
   */
  @Post(API.tasks)
  @Scope('make')
  @Idempotent(true)
  @CountsBytes('starts')
  @Limited('start')
  @UseGuards(OptionalAuthGuard)
  @Header('Cache-Control', 'no-store')
  async create(
    @Body({ schema: createTaskInputSchema }) { task_id, recipe, callback_url }: CreateTaskInput,
    @CurrentPrincipal() principal: Principal,
    @Headers('host') host = '',
  ): Promise<CreateTaskReply> {
    const call = this.callbackOf(callback_url, principal, host);
    const visitor = this.visitors.keyOf(principal);
    const created = await this.merge.create(task_id, recipe, { host, visitor });
    await call?.(created.task_id);
    return created;
  }

  @Get(taskRoute(API.status))
  @Scope('read')
  @Header('Cache-Control', 'no-store')
  status(@Param('task_id') taskId: string): Promise<MergeStatus> {
    return this.merge.status(taskId);
  }

  @Delete(taskRoute(API.task))
  @Scope('make')
  @Limited('start')
  @Header('Cache-Control', 'no-store')
  cancel(@Param('task_id') taskId: string, @Headers('host') host = ''): Promise<MergeStatus> {
    return this.merge.cancel(taskId, host);
  }

  private async begin(
    { task_id, anyway = false, callback_url }: StartTaskInput,
    principal: Principal,
    host: string,
  ): Promise<StartMergeReply> {
    const call = this.callbackOf(callback_url, principal, host);
    const visitor = this.visitors.keyOf(principal);
    const started = await this.merge.start(task_id, {
      ...{ host, visitor },
      acceptsDamage: anyway,
    });
    await call?.(task_id);
    const accountId = accountOf(principal);
    if (accountId !== null) {
      this.events.emit('requested', { taskId: task_id, host, accountId });
    }
    return started;
  }

  /**
   * Checks a request's `callback_url` before anything is created. @returns a function that stores
   * the URL for a task; null if there is no URL
   * @throws DomainError CALLBACK_NOT_ALLOWED; NOT_SIGNED_IN or SESSION_ENDED without an account,
   * because the account's secret signs the message
   */
  private callbackOf(
    url: string | undefined,
    principal: Principal,
    host: string,
  ): ((taskId: string) => Promise<void>) | null {
    if (url === undefined) {
      return null;
    }
    if (principal.kind === 'visitor') {
      throw new DomainError(principal.refusal);
    }
    const allowed = this.callbackUrls.allowed(url, host);
    return (taskId) => this.callbacks.add(taskId, principal.accountId, allowed);
  }
}
