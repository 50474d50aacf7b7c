import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MergeEvents } from '../merge-events.js';
import type { MergeTask } from '../task/merge-task.entity.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { Redis } from '../../infra/redis/redis.js';

export interface KnownFile {
  readonly fileId: string;
  readonly fileBytes: number;
  readonly fileName: string;
  readonly finishedAt: Date | null;
}

/** The maximum number of entries; an entry takes about 300 bytes. */
const KEPT = { max: 10_000 };
/** How long to wait for Redis, in milliseconds. A visitor is waiting, so this is short. */
const COMMAND_TIMEOUT_MS = 250;

/**
 * The finished files of tasks, for use while the database is down. Kept in this process's memory,
 * and in Redis for the other processes. An entry is only a hint: callers still check that the file
 * is on disk.
 */
@Injectable()
export class KnownFiles implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(KnownFiles.name);
  private readonly kept = new LRUCache<string, KnownFile>(KEPT);
  private redis: Redis | null = null;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'REDIS_URL'>,
    private readonly events: MergeEvents,
    private readonly tasks: MergeTaskRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    const { REDIS_URL } = this.env;
    this.redis = REDIS_URL === undefined ? null : await this.connect(REDIS_URL);
    this.events.on('ended', ({ task_id, status }) => {
      if (status === 'complete') {
        this.tasks.find(task_id).then(
          (task) => task && this.note(task),
          (err: unknown) =>
            this.logger.warn(
              { err },
              'A finished file could not be announced to the other processes',
            ),
        );
      }
    });
  }

  /** Records the file of a complete task until the file expires. */
  note({ taskId, fileId, fileBytes, fileName, finishedAt, expiresInSeconds }: MergeTask): void {
    const seconds = expiresInSeconds ?? 0;
    if (
      fileId === null ||
      fileBytes === null ||
      seconds <= 0 ||
      this.kept.get(taskId)?.fileId === fileId
    ) {
      return;
    }
    const file: KnownFile = { fileId, fileBytes, fileName, finishedAt };
    this.kept.set(taskId, file, { ttl: seconds * 1000 });
    this.redis
      ?.set(keyOf(taskId), JSON.stringify(file), 'EX', seconds)
      // `onOutage` logs each outage once.
      .catch(() => undefined);
  }

  async find(taskId: string): Promise<KnownFile | null> {
    const own = this.kept.get(taskId);
    if (own !== undefined || this.redis === null) {
      return own ?? null;
    }
    const text = await this.redis.get(keyOf(taskId)).catch(() => null);
    if (text === null) {
      return null;
    }
    const { finishedAt, ...file } = JSON.parse(text) as KnownFile & { finishedAt: string | null };
    return { ...file, finishedAt: finishedAt === null ? null : new Date(finishedAt) };
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private async connect(url: string): Promise<Redis> {
    // Imported here because most installations have no Redis.
    const { connectRedis } = await import('../../infra/redis/redis.js');
    const onOutage = (error: Error): void =>
      this.logger.warn(
        `Redis is unavailable, so each process knows only its own finished files: ${error.message}`,
      );
    return connectRedis(url, 'files', onOutage, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
  }
}

function keyOf(taskId: string): string {
  return `dipper:file:${taskId}`;
}
