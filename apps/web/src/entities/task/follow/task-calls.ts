interface Call {
  readonly name: string;
  readonly turn: Promise<unknown>;
  readonly settled: Promise<void>;
}

const last = new Map<string, Call>();

/**
 * Serializes the requests that change a task, even across visits to its page. Otherwise, a start
 * that arrives after a later cancel would undo it, and a late cancel would end the next attempt.
 * @param name the name of the request; repeating a pending request shares its result
 */
export function inTurn<T>(taskId: string, name: string, call: () => Promise<T>): Promise<T> {
  const before = last.get(taskId);
  if (before?.name === name) {
    return before.turn as Promise<T>;
  }
  const turn = before === undefined ? call() : before.settled.then(call);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  const own = { name, turn, settled };
  last.set(taskId, own);
  void settled.then(() => last.get(taskId) === own && last.delete(taskId));
  return turn;
}
