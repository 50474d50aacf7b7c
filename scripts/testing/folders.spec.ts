import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

const WEB = join(__dirname, '../../apps/web/src');
const MOST = 15;

const isSource = ({ name }: Dirent) => /\.(?:tsx?|css)$/.test(name) && !/\.spec\.tsx?$/.test(name);

it(`has at most ${MOST} source files in each folder of apps/web, not counting specs`, () => {
  const files = readdirSync(WEB, { recursive: true, withFileTypes: true }).filter(isSource);
  const counts = new Map<string, number>();
  for (const { parentPath } of files) {
    counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
