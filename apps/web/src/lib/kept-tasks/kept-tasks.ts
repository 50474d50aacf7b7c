import * as z from 'zod/mini';
import { KEPT_TASKS_KEY, rawKeptTasks } from './kept-tasks-key.js';

/**
 * The tasks of this browser, so that one left behind is found again. Kept on the device, because
 * there is no account; a hint at best: only the server knows how a task stands.
 */

/** How many are kept, the newest. */
export const MAX_KEPT_TASKS = 20;
/**
 * Older ones are not listed: the server has forgotten them. By the device's clock at both ends, so
 * that a wrong one does no harm.
 */
const KEPT_MS = 24 * 3600 * 1000;
/** Long enough for any title that a page shows, characters. */
const TITLE_LENGTH = 300;

const keptTaskSchema = z.object({
  task_id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  /** Where it is watched: a path of this site, without the language. */
  path: z.string().check(z.regex(/^\/preview\?/), z.maxLength(20_000)),
  title: z.string().check(z.maxLength(TITLE_LENGTH)),
  /** As the source has it: "1280x720". */
  resolution: z.nullable(z.string().check(z.maxLength(40))),
  /** Of the file, without a dot. */
  ext: z.nullable(z.string().check(z.regex(/^[a-z0-9]{1,5}$/))),
  is_audio: z.boolean(),
  state: z.enum(['running', 'ready', 'failed']),
  /** 0-100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** When its page first saw it, milliseconds since 1970. */
  at: z.number(),
});
export type KeptTask = Readonly<z.infer<typeof keptTaskSchema>>;

/** What changes while a task is made. */
export type KeptProgress = Pick<KeptTask, 'state' | 'progress'>;

function parse(text: string | null, now: number): readonly KeptTask[] {
  const value: unknown = JSON.parse(text ?? '[]');
  return (Array.isArray(value) ? value : [])
    .flatMap((entry) => {
      const task = keptTaskSchema.safeParse(entry);
      return task.success && Math.abs(now - task.data.at) < KEPT_MS ? [task.data] : [];
    })
    .filter(({ task_id }, at, all) => all.findIndex((task) => task.task_id === task_id) === at)
    .slice(0, MAX_KEPT_TASKS);
}

/** The tasks of this browser, newest first; what is damaged or of another version is left out. */
export function keptTasks(now = Date.now()): readonly KeptTask[] {
  try {
    return parse(rawKeptTasks(), now);
  } catch {
    return [];
  }
}

function write(tasks: readonly KeptTask[]): void {
  try {
    if (tasks.length === 0) {
      window.localStorage.removeItem(KEPT_TASKS_KEY);
    } else {
      window.localStorage.setItem(KEPT_TASKS_KEY, JSON.stringify(tasks));
    }
  } catch {
    // Refused or full: then home has nothing to show.
  }
}

/** Keeps a task in front of the others. A title that is too long is cut. */
export function keepTask(task: Omit<KeptTask, 'at'>, now = Date.now()): void {
  const kept = keptTaskSchema.safeParse({
    ...task,
    title: task.title.slice(0, TITLE_LENGTH),
    at: now,
  });
  if (kept.success) {
    const others = keptTasks(now).filter(({ task_id }) => task_id !== task.task_id);
    write([kept.data, ...others].slice(0, MAX_KEPT_TASKS));
  }
}

/** Notes how far a task is, where it is still kept: what the visitor removed does not come back. */
export function noteProgress(taskId: string, { state, progress }: KeptProgress): void {
  const tasks = keptTasks();
  const kept = tasks.find(({ task_id }) => task_id === taskId);
  if (kept !== undefined && (kept.state !== state || kept.progress !== progress)) {
    write(tasks.map((task) => (task === kept ? { ...task, state, progress } : task)));
  }
}

/** Keeps these tasks no longer. */
export function forgetTasks(taskIds: readonly string[]): void {
  const tasks = keptTasks();
  const left = tasks.filter(({ task_id }) => !taskIds.includes(task_id));
  if (left.length < tasks.length) {
    write(left);
  }
}

/** Keeps none of them, whatever lies there. */
export function forgetAllTasks(): void {
  write([]);
}

/** How far a task was when its page was last open, 0-100; 0 where that is unknown, or it failed. */
export function keptProgress(taskId: string): number {
  const task = keptTasks().find(({ task_id }) => task_id === taskId);
  return task === undefined || task.state === 'failed' ? 0 : task.progress;
}
