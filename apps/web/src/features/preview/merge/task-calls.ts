const last = new Map<string, Promise<unknown>>();

/**
 * Calls that change a task go one after the other, across visits of its page, too: a start that is
 * overtaken by a cancel would undo it, and a cancel that comes late would end the next try.
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
