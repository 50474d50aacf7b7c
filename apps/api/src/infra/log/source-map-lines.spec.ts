import { SourceMap } from 'node:module';
import { marksOf, originOf } from './source-map-lines.js';

/**
 * 200 generated lines, each with the same segments: five columns from a source, five that were
 * generated, and the rest from one line earlier in the next source (`A` is 0, `C` 1, `D` -1, `K` 5).
 * Every third line is empty.
 */
const mappings = Array.from({ length: 200 }, (_, line) =>
  line % 3 === 2 ? '' : line === 0 ? 'AAEI,K,KCDC' : 'ADEI,K,KCDC',
).join(';');
const sources = ['one.ts', 'two.ts'];

it('finds the same positions as Node, on every line', () => {
  const node = new SourceMap({
    ...{ version: 3, file: 'x.js', sourceRoot: '', names: [], sourcesContent: [] },
    ...{ sources, mappings },
  });
  const marks = marksOf(mappings);
  expect(marks).toHaveLength(4);
  for (let line = 0; line < 200; line += 1) {
    for (const column of line % 3 === 2 ? [] : [0, 4, 10, 99]) {
      const { source, ...place } = originOf({ mappings, marks }, line, column) ?? { source: -1 };
      expect([line, column, sources[source], place]).toEqual([
        ...[line, column],
        ...originIn(node, line, column),
      ]);
    }
  }
});

function originIn(map: SourceMap, line: number, column: number): unknown[] {
  const found = map.findEntry(line, column);
  return 'originalSource' in found
    ? [found.originalSource, { line: found.originalLine, column: found.originalColumn }]
    : [];
}

it.each([
  ['on an empty line', 2, 0],
  ['in generated text', 0, 7],
  ['after the last line', 200, 0],
  ['far after the last line', 5000, 0],
])('finds nothing %s', (_, line, column) => {
  expect(originOf({ mappings, marks: marksOf(mappings) }, line, column)).toBeNull();
});

it('reads numbers of several digits', () => {
  // 1000 lines and 1000 columns into the second source, and 999 lines back.
  const wide = 'ACw+Bw+B,KAv+BA';
  const lookUp = (column: number) => originOf({ mappings: wide, marks: marksOf(wide) }, 0, column);
  expect([lookUp(0), lookUp(5)]).toEqual([
    { source: 1, line: 1000, column: 1000 },
    { source: 1, line: 1, column: 1000 },
  ]);
});
