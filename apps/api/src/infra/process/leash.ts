import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { apiRoot } from './api-root.js';

/** Wrapper program that makes a child die with this process. */
export const LEASH = fileURLToPath(new URL('bin/leash', apiRoot));

/** Resource limits of a child, enforced by the kernel. */
export interface Bounds {
  /** Private memory: heap, anonymous mappings, thread stacks (RLIMIT_DATA). */
  readonly memoryKb?: number;
  readonly cpuSeconds?: number;
  /** Size of the largest file it writes. */
  readonly fileBytes?: number;
  /** Open file descriptors. */
  readonly openFiles?: number;
}

/**
 * The environment of child processes: nothing of ours but PATH. No secret reaches a program that
 * reads the internet, and no inherited `no_proxy` bypasses the egress guard.
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
