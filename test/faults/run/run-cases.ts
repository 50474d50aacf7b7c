import { type Case } from './case.js';
import { type Result, runCase } from './run-case.js';
import { AT_ONCE, type Stage } from './world.js';

/**
 * Runs the first case alone, because the first visit also loads the server's programs and code. With
 * several cold visits at once, a busy machine exceeds time limits although the sources answer.
 */
export async function runCases(
  cases: readonly Case[],
  stage: Stage,
  onDone: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  const run = async (one: Case): Promise<void> => {
    const result = await runCase(one, stage);
    results.push(result);
    onDone(result);
  };
  const waiting = cases.values();
  const { value: first } = waiting.next();
  if (first !== undefined) {
    await run(first);
  }
  const runOthers = async (): Promise<void> => {
    for (const one of waiting) {
      await run(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOthers));
  return results;
}
