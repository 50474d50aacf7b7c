import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRoot, repositoryRoot } from '../process/api-root.js';

const COMPILED = new URL('dist/', apiRoot).href;
/** "file:///dipper/apps/api/dist/bundle/main.js:120:34" */
const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/**
 * Source maps by compiled file; null for a file without one. A map is read when the first error
 * needs it.
 */
const maps = new Map<string, SourceMap | null>();

/**
 * Replaces positions in our compiled files with positions in the sources, as paths from the root of
 * the repository. Only done for stack traces that are logged, so that other errors cost nothing,
 * unlike with Node's `--enable-source-maps` (docs/decisions/0037-bundled-server.md).
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(POSITION, (position, file: string, line: string, column: string) => {
    const map = file.startsWith(COMPILED) ? mapOf(file) : null;
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) {
      return position;
    }
    const source = fileURLToPath(new URL(found.originalSource, file));
    const path = relative(fileURLToPath(repositoryRoot), source);
    return `${path}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) {
    return known;
  }
  const map = readMap(file);
  maps.set(file, map);
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return null;
  }
}
