import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { apiRoot } from './api-root.js';

/** A wrapper program that makes a child end when this process ends. */
export const LEASH = fileURLToPath(new URL('bin/leash', apiRoot));

/** Resource limits of a child, enforced by the kernel. */
export interface Bounds {
  /** Maximum private memory, kB: heap, anonymous mappings and thread stacks (RLIMIT_DATA). */
  readonly memoryKb?: number;
  readonly cpuSeconds?: number;
  readonly fileBytes?: number;
  readonly openFiles?: number;
}

/**
 * The environment for child processes. Of our variables, it contains only PATH, so that no secret
 * reaches a program that reads the internet, and no inherited `no_proxy` bypasses the egress guard.
 */
export function scrubbedEnv(): NodeJS.ProcessEnv {
  return { PATH: searchPath(), LANG: 'C.UTF-8' };
}

/** The environment for a program that is started through `LEASH`, with these limits. */
export function leashedEnv(bounds: Bounds = {}): NodeJS.ProcessEnv {
  const { memoryKb, cpuSeconds, fileBytes, openFiles } = bounds;
  return {
    ...scrubbedEnv(),
    LEASH_PARENT: String(process.pid),
    ...(memoryKb === undefined ? {} : { LEASH_MEMORY_KB: String(memoryKb) }),
    ...(cpuSeconds === undefined ? {} : { LEASH_CPU_SECONDS: String(Math.ceil(cpuSeconds)) }),
    ...(fileBytes === undefined ? {} : { LEASH_FILE_BLOCKS: String(Math.ceil(fileBytes / 512)) }),
    ...(openFiles === undefined ? {} : { LEASH_OPEN_FILES: String(openFiles) }),
  };
}
