import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { apiRoot } from './api-root.js';

/** The program that runs another one on our leash: that one dies when this process dies. */
export const LEASH = fileURLToPath(new URL('bin/leash', apiRoot));

/** What a child may use; the kernel ends it, or refuses it more. */
export interface Bounds {
  /** Of its own: heap, anonymous mappings, stacks of its threads (RLIMIT_DATA). */
  readonly memoryKb?: number;
  readonly cpuSeconds?: number;
  /** Of the largest file that it writes. */
  readonly fileBytes?: number;
  /** Descriptors that it may hold at once. */
  readonly openFiles?: number;
}

/**
 * The environment of child processes: nothing of ours but where programs are. No secret reaches a
 * program that reads the internet, and no inherited `no_proxy` lets it around the egress guard.
 */
export function scrubbedEnv(bounds: Bounds = {}): NodeJS.ProcessEnv {
  const { memoryKb, cpuSeconds, fileBytes, openFiles } = bounds;
  return {
    PATH: searchPath(),
    LANG: 'C.UTF-8',
    ...(memoryKb === undefined ? {} : { LEASH_MEMORY_KB: String(memoryKb) }),
    ...(cpuSeconds === undefined ? {} : { LEASH_CPU_SECONDS: String(Math.ceil(cpuSeconds)) }),
    ...(fileBytes === undefined ? {} : { LEASH_FILE_BLOCKS: String(Math.ceil(fileBytes / 512)) }),
    ...(openFiles === undefined ? {} : { LEASH_OPEN_FILES: String(openFiles) }),
  };
}
