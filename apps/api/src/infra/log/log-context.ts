import { AsyncLocalStorage } from 'node:async_hooks';

/** The fields that work adds to each of its log lines. */
export interface LogContext {
  /** The request that caused the work; also in the reply's `X-Request-Id`. */
  readonly requestId?: string;
  /** The path excludes the query, which may contain media URLs and tokens. */
  readonly req?: { readonly method: string | undefined; readonly path: string };
  readonly taskId?: string;
}

const contexts = new AsyncLocalStorage<{ current: LogContext }>();

/** The context of the running work; empty outside requests and runs. */
export function logContext(): LogContext {
  return contexts.getStore()?.current ?? {};
}

/**
 * Runs work, and everything it starts, in its own context. The surrounding context does not apply,
 * because a run may have been started by an earlier request or by the end of another run.
 */
export function inLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run({ current: context }, work);
}

/** Records which task the rest of the current request is about. */
export function noteTask(taskId: string): void {
  const store = contexts.getStore();
  if (store !== undefined && store.current.taskId === undefined) {
    store.current = { ...store.current, taskId };
  }
}
