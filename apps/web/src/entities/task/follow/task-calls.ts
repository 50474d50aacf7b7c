import { createStore } from '../../../lib/state/store.js';

interface Call {
  readonly name: string;
  readonly signal: AbortSignal | undefined;
  readonly turn: Promise<unknown>;
  readonly settled: Promise<void>;
}

const last = new Map<string, Call>();

/** Resolves when the visitor leaves this page for good. Null until there is a call. */
const left = createStore<Promise<void> | null>(null);

function whenLeft(): Promise<void> {
  const known =
    left.get() ??
    new Promise<void>((resolve) => {
      const onHide = ({ persisted }: PageTransitionEvent) => persisted || resolve();
      window.addEventListener('pagehide', onHide);
    });
  left.set(known);
  return known;
}

/**
 * Serializes the requests that change a task, even across visits to its page. Otherwise, a start
 * that arrives after a later cancel would undo it, and a late cancel would end the next attempt.
 * Only a cancel does not wait for its turn if the page is closed: a start has been sent by then, and
 * its reply would come too late.
 * @param name the name of the request; repeating a pending request shares its result
 * @param signal aborts this request. Once aborted, it is not shared any more, even while it waits
 */
export function inTurn<T>(
  taskId: string,
  name: string,
  call: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const before = last.get(taskId);
  if (before?.name === name && before.signal?.aborted !== true) {
    return before.turn as Promise<T>;
  }
  const leaving = whenLeft();
  const waits = before && (name === 'cancel' ? [before.settled, leaving] : [before.settled]);
  const turn = waits === undefined ? call() : Promise.race(waits).then(call);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  const own = { name, signal, turn, settled };
  last.set(taskId, own);
  void settled.then(() => last.get(taskId) === own && last.delete(taskId));
  return turn;
}
