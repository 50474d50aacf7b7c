import * as z from 'zod/mini';
import { deviceStore } from '../../../lib/browser/browser-store.js';
import { KEPT_TASKS_KEY } from './kept-tasks-key.js';

/**
 * This browser's tasks, so that visitors can find them again. Stored on the device, because there
 * is no account. The list is only a hint: the real state is on the server.
 */

/** How many tasks are stored, newest first. */
const MAX_KEPT_TASKS = 20;
/**
 * Older tasks are not listed, because the server has deleted them. Both times come from this
 * device's clock, so it may be wrong.
 */
const KEPT_MS = 24 * 3600 * 1000;
/** In characters; longer than any displayed title. */
const TITLE_LENGTH = 300;

const keptTaskSchema = z.object({
  task_id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  /** The task's preview: a path on this site, without the language. */
  path: z.string().check(z.regex(/^\/preview\?/), z.maxLength(20_000)),
  title: z.string().check(z.maxLength(TITLE_LENGTH)),
  /** The resolution of the source: "1280x720". */
  resolution: z.nullable(z.string().check(z.maxLength(40))),
  /** The file's extension without a dot. */
  ext: z.nullable(z.string().check(z.regex(/^[a-z0-9]{1,5}$/))),
  is_audio: z.boolean(),
  /** `saved`: the file was saved directly from its source, so there is no task. */
  state: z.enum(['running', 'ready', 'failed', 'saved']),
  /** 0-100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** When the task's page was first opened, in milliseconds since 1970. */
  at: z.number(),
});
export type KeptTask = Readonly<z.infer<typeof keptTaskSchema>>;

/** What changes while a task runs. */
export type KeptProgress = Pick<KeptTask, 'state' | 'progress'>;

/**
 * Returns this browser's tasks, newest first. Damaged records and records of other versions are
 * left out.
 */
export function keptTasks(now = Date.now()): readonly KeptTask[] {
  const value = deviceStore.read(KEPT_TASKS_KEY);
  return (Array.isArray(value) ? value : [])
    .flatMap((entry) => {
      const task = keptTaskSchema.safeParse(entry);
      return task.success && Math.abs(now - task.data.at) < KEPT_MS ? [task.data] : [];
    })
    .filter(({ task_id }, at, all) => all.findIndex((task) => task.task_id === task_id) === at)
    .slice(0, MAX_KEPT_TASKS);
}

function write(tasks: readonly KeptTask[]): void {
  if (tasks.length === 0) {
    deviceStore.forget(KEPT_TASKS_KEY);
  } else {
    deviceStore.write(KEPT_TASKS_KEY, tasks);
  }
}

/** Stores a task at the front of the list. A long title is truncated. */
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

/**
 * Stores a file that was saved directly from its source. Saving it again moves it to the front.
 * @param file the file, identified by `path` because it has no task
 */
export function keepSaved(
  file: Pick<KeptTask, 'path' | 'title' | 'resolution' | 'ext' | 'is_audio'>,
  now = Date.now(),
): void {
  const earlier = keptTasks(now).find(({ path }) => path === file.path);
  const task_id = earlier?.task_id ?? `saved-${now}`;
  keepTask({ ...file, task_id, state: 'saved', progress: 100 }, now);
}

/** Updates the progress of a task, but does not restore one that the visitor has removed. */
export function noteProgress(taskId: string, { state, progress }: KeptProgress): void {
  const tasks = keptTasks();
  const kept = tasks.find(({ task_id }) => task_id === taskId);
  if (kept !== undefined && (kept.state !== state || kept.progress !== progress)) {
    write(tasks.map((task) => (task === kept ? { ...task, state, progress } : task)));
  }
}

/** Updates the title of a task, but does not restore one that the visitor has removed. */
export function noteTitle(taskId: string, title: string): void {
  const shown = title.slice(0, TITLE_LENGTH);
  const tasks = keptTasks();
  if (tasks.some((task) => task.task_id === taskId && task.title !== shown)) {
    write(tasks.map((task) => (task.task_id === taskId ? { ...task, title: shown } : task)));
  }
}

export function forgetTasks(taskIds: readonly string[]): void {
  const tasks = keptTasks();
  const left = tasks.filter(({ task_id }) => !taskIds.includes(task_id));
  if (left.length < tasks.length) {
    write(left);
  }
}

/** Removes all tasks, even unreadable ones. */
export function forgetAllTasks(): void {
  write([]);
}

/** Restores removed tasks, behind those added since. */
export function restoreTasks(removed: readonly KeptTask[]): void {
  write([...keptTasks(), ...removed].slice(0, MAX_KEPT_TASKS));
}

/** A task's progress when its page was last open, 0-100; 0 if unknown or failed. */
export function keptProgress(taskId: string): number {
  const task = keptTasks().find(({ task_id }) => task_id === taskId);
  return task === undefined || task.state === 'failed' ? 0 : task.progress;
}
