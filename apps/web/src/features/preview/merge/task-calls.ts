const last = new Map<string, Promise<unknown>>();

/**
 * Serializes the calls that change a task, also across visits of its page: a start that arrives after
 * a later cancel would undo it, and a late cancel would end the next try.
 */
export function inTurn<T>(taskId: string, call: () => Promise<T>): Promise<T> {
  const before = last.get(taskId);
  const turn = before === undefined ? call() : before.then(call);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  last.set(taskId, settled);
  void settled.then(() => last.get(taskId) === settled && last.delete(taskId));
  return turn;
}
