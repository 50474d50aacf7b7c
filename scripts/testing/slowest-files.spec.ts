import { fromRoot } from '../setup/repository.mjs';
import { slowestFiles } from './slowest-files.mjs';

const took = (name: string, ms: number) => ({
  name: fromRoot(name),
  startTime: 1000,
  endTime: 1000 + ms,
});

it('lists files by duration, with paths relative to the repository', () => {
  expect(slowestFiles([took('a.spec.ts', 900), took('test/b.spec.ts', 12_345)])).toEqual([
    '  12.3 s  test/b.spec.ts',
    '   0.9 s  a.spec.ts',
  ]);
});

it('lists no more than twenty', () => {
  const many = Array.from({ length: 25 }, (_, at) => took(`${at}.spec.ts`, at));
  expect(slowestFiles(many)).toHaveLength(20);
});
