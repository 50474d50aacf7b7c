import { searchPath } from '../env/system-env.js';
import { fileURLToPath } from 'node:url';
import { apiRoot } from './api-root.js';

/** The command that runs a program on our leash (bin/leash): it dies when this process dies. */
export function leashed(command: string, argv: readonly string[]): [string, string[]] {
  return [fileURLToPath(new URL('bin/leash', apiRoot)), [command, ...argv]];
}

/** The stand-in for ffmpeg that fluent-ffmpeg is given. */
export const LEASHED_FFMPEG = fileURLToPath(new URL('bin/leashed-ffmpeg', apiRoot));

interface Bounds {
  readonly memoryKb?: number;
  readonly cpuSeconds?: number;
}

/**
 * The environment of child processes: nothing of ours but where programs are. No secret reaches a
 * program that reads the internet, and no inherited `no_proxy` lets it around the egress guard.
 */
export function scrubbedEnv({ memoryKb, cpuSeconds }: Bounds = {}): NodeJS.ProcessEnv {
  return {
    PATH: searchPath(),
    LANG: 'C.UTF-8',
    ...(memoryKb === undefined ? {} : { LEASH_MEMORY_KB: String(memoryKb) }),
    ...(cpuSeconds === undefined ? {} : { LEASH_CPU_SECONDS: String(cpuSeconds) }),
  };
}
