import * as accounts from './accounts.js';
import * as clip from './clip.js';
import * as convert from './convert.js';
import * as delivery from './delivery.js';
import * as extract from './extract.js';
import * as fetch from './fetch.js';
import type { Row } from './harness/result.js';
import type { Stage } from './harness/stage.js';
import * as history from './history.js';
import * as memory from './memory.js';
import * as merge from './merge.js';
import * as pages from './pages.js';
import * as preview from './preview.js';

export interface Benchmark {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<Row[]>;
}

/** By the name of its command, `npm run bench:<name>`. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  accounts,
  clip,
  convert,
  delivery,
  extract,
  fetch,
  history,
  memory,
  merge,
  pages,
  preview,
};
