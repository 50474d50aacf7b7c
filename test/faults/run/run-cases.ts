import { type Case } from './case.js';
import { type Result, runCase } from './run-case.js';
import { AT_ONCE, type Stage } from './world.js';

export async function runCases(
  cases: readonly Case[],
  stage: Stage,
  onDone: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...cases];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const result = await runCase(one, stage);
      results.push(result);
      onDone(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
