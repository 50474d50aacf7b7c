import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MergeEvents } from '../merge-events.js';
import type { MergeTask } from '../task/merge-task.entity.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { RedisScripts } from '../../infra/redis/redis-scripts.js';

const knownFileSchema = z.readonly(
  z.object({
    fileId: z.string(),
    fileBytes: z.number(),
    fileName: z.string(),
    /** A date, as JSON writes it. */
    finishedAt: z.nullable(z.coerce.date()),
  }),
);
export type KnownFile = z.infer<typeof knownFileSchema>;

/** The maximum number of entries; an entry takes about 300 bytes. */
const KEPT = { max: 10_000 };
/** KEYS: the task's entry. ARGV: the file as JSON, and the seconds until it expires. */
const NOTE = `return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) and 1`;
const FIND = `return redis.call('GET', KEYS[1])`;

/**
 * The finished files of tasks, for use while the database is down. They are kept in this process's
 * memory, and in Redis for the other processes. An entry is only a hint: callers still check that
 * the file is on disk.
 */
@Injectable()
export class KnownFiles implements OnModuleInit, OnApplicationShutdown {
  private readonly kept = new LRUCache<string, KnownFile>(KEPT);
  private readonly redis: RedisScripts;

  constructor(
    @Inject(ENV) { REDIS_URL }: Pick<Env, 'REDIS_URL'>,
    private readonly events: MergeEvents,
    @Inject(MergeTaskRepository) private readonly tasks: Pick<MergeTaskRepository, 'find'>,
  ) {
    this.redis = new RedisScripts(REDIS_URL, 'finished files', { noteFile: NOTE, findFile: FIND });
  }

  onModuleInit(): void {
    this.events.on('ended', async ({ task_id, status }) => {
      const task = status === 'complete' ? await this.tasks.find(task_id) : null;
      if (task !== null) {
        this.note(task);
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
    void this.redis.run('noteFile', [keyOf(taskId)], JSON.stringify(file), seconds);
  }

  async find(taskId: string): Promise<KnownFile | null> {
    const own = this.kept.get(taskId);
    if (own !== undefined) {
      return own;
    }
    const text = await this.redis.ask(z.string(), 'findFile', [keyOf(taskId)]);
    return text === null ? null : knownFileSchema.parse(JSON.parse(text));
  }

  onApplicationShutdown(): void {
    this.redis.close();
  }
}

function keyOf(taskId: string): string {
  return `file:${taskId}`;
}
