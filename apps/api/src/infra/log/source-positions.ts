import { LRUCache } from 'lru-cache';
import { readFileSync } from 'node:fs';
import type { SourceMapPayload } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRoot, repositoryRoot } from '../process/api-root.js';
import { marksOf, originOf } from './source-map-lines.js';

const COMPILED = new URL('dist/', apiRoot).href;
/** "file:///dipper/apps/api/dist/bundle/main.js:120:34" */
const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** The build adds `x_marks` to the large maps (scripts/setup/bundle.mjs). */
type SourceMap = Pick<SourceMapPayload, 'sources' | 'mappings'> & {
  readonly x_marks: ReturnType<typeof marksOf>;
};

/**
 * Source maps by compiled file; null for a file without one. A map is read when the first error
 * needs it.
 */
const maps = new Map<string, SourceMap | null>();

/** Positions that were looked up. While something fails, the same ones occur again and again. */
const known = new LRUCache<string, string>({ max: 1000 });

/**
 * Replaces positions in our compiled files with positions in the sources, as paths from the root of
 * the repository. This is done only for stack traces that are logged. With Node's
 * `--enable-source-maps`, every error would cost time (docs/decisions/0037-bundled-server.md).
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(POSITION, (position, file: string, line: string, column: string) => {
    if (!file.startsWith(COMPILED)) {
      return position;
    }
    const found = known.get(position) ?? sourceOf(file, Number(line), Number(column)) ?? position;
    known.set(position, found);
    return found;
  });
}

/** @returns null if the file has no map, or the position is not in it */
function sourceOf(file: string, line: number, column: number): string | null {
  const map = mapOf(file);
  const origin =
    map && originOf({ mappings: map.mappings, marks: map.x_marks }, line - 1, column - 1);
  const source = map?.sources[origin?.source ?? -1];
  if (!origin || source === undefined) {
    return null;
  }
  const path = relative(fileURLToPath(repositoryRoot), fileURLToPath(new URL(source, file)));
  return `${path}:${origin.line + 1}:${origin.column + 1}`;
}

function mapOf(file: string): SourceMap | null {
  const found = maps.get(file);
  if (found !== undefined) {
    return found;
  }
  const map = readMap(file);
  maps.set(file, map);
  return map;
}

/** Takes about a millisecond for the largest map. Node's `SourceMap` would take a hundred. */
function readMap(file: string): SourceMap | null {
  try {
    const { sources, mappings, x_marks } = JSON.parse(
      readFileSync(new URL(`${file}.map`), 'utf8'),
    ) as SourceMapPayload & Partial<SourceMap>;
    return { sources, mappings, x_marks: x_marks ?? marksOf(mappings) };
  } catch {
    return null;
  }
}
