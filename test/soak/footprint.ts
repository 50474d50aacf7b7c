import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { descendantsOf, openFilesOf } from '../harness/processes.js';
import type { TestServer } from '../harness/server.js';

/** The resources that a server uses at one moment. */
export interface Footprint {
  /** Memory of the process itself, without mapped files (RssAnon), in MB. */
  readonly memoryMb: number;
  /**
   * Open file descriptors, without those of the embedded database, which opens its tables when it
   * needs them.
   */
  readonly descriptors: number;
  readonly children: number;
  /** Files below DATA_DIR/media and in the server's own folder of temporary files. */
  readonly files: number;
  readonly fileBytes: number;
}

/** @returns the resources that the server currently uses (Linux) */
export function footprintOf({ pid, dataDir }: TestServer): Footprint {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const sizes = sizesBelow(join(dataDir, 'media'));
  return {
    memoryMb: Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024),
    descriptors: openFilesOf(pid).filter((path) => !path.startsWith(join(dataDir, 'database')))
      .length,
    children: descendantsOf(pid).length,
    files: sizes.length,
    fileBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

function sizesBelow(folder: string): number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    try {
      return entry.isFile() ? [statSync(join(entry.parentPath, entry.name)).size] : [];
    } catch {
      // The file has been removed in the meantime.
      return [];
    }
  });
}

/** Allows for keep-alive connections and pools, which come and go. */
const SPARE_DESCRIPTORS = 12;
/** Memory that the heap and the allocator keep after work. It does not grow with more work. */
const SPARE_MEMORY = { share: 0.15, mb: 40 };

/**
 * @param before the footprint after a warm-up
 * @returns a sentence for each value that has not returned to where it started
 */
export function growthOf(before: Footprint, after: Footprint): string[] {
  const most: Footprint = {
    memoryMb: before.memoryMb * (1 + SPARE_MEMORY.share) + SPARE_MEMORY.mb,
    descriptors: before.descriptors + SPARE_DESCRIPTORS,
    children: before.children,
    files: before.files,
    fileBytes: before.fileBytes,
  };
  return (Object.keys(most) as (keyof Footprint)[])
    .filter((name) => after[name] > most[name])
    .map((name) => `${name}: ${before[name]} before, ${after[name]} after`);
}
