import { NOTHING } from '../kinds/kinds.js';
import { randomFrom } from '../random.js';
import { type Case, mannersOf } from '../run/case.js';
import type { Good } from './encode.js';
import { makeGood } from './make-good.js';

export async function goodCase(seed: string, good: Good, index: number): Promise<Case> {
  const random = randomFrom(`${seed} good ${index}`);
  const source = await makeGood(good);
  const drawn = mannersOf(random);
  return {
    id: `good-${index}`,
    kind: NOTHING,
    shape: source.shape,
    manners: { ...drawn, viaPage: drawn.viaPage || good.title !== undefined },
    random,
    load: () => Promise.resolve(source),
  };
}
