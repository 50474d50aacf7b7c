import type { ServerError } from '../../../../i18n/error-words.js';

/** A file that was made of an entry. */
export interface MadeFile {
  /** Saves it. */
  readonly href: string;
  readonly filename: string;
}

/** Where an entry stands whose file was asked for. `error` null: the server could not be reached. */
export type Standing =
  | { readonly state: 'waiting' }
  | { readonly state: 'making'; readonly progress: number }
  | { readonly state: 'saved'; readonly file: MadeFile }
  | { readonly state: 'failed'; readonly error: ServerError | null };

/** The entries of a list whose files are made one after another, in their order. */
export interface Run {
  readonly phase: 'idle' | 'running' | 'paused';
  readonly standings: ReadonlyMap<string, Standing>;
}

export type RunEvent =
  | { readonly type: 'started'; readonly ids: readonly string[] }
  | { readonly type: 'stood'; readonly id: string; readonly standing: Standing }
  | { readonly type: 'paused' | 'resumed' | 'stopped' };

export const NO_RUN: Run = { phase: 'idle', standings: new Map() };

function isOpen({ state }: Standing): boolean {
  return state === 'waiting' || state === 'making';
}

/** Nothing left to make is the end of a run, also of a paused one. */
function settled({ phase, standings }: Run): Run {
  return { phase: [...standings.values()].some(isOpen) ? phase : 'idle', standings };
}

/** The one place where a run changes. */
export function runReducer(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case 'started': {
      // What stands already is done again only where it is asked for.
      const before = run.phase === 'idle' ? [] : [...run.standings];
      const added = event.ids.map((id) => [id, { state: 'waiting' }] as const);
      return { phase: 'running', standings: new Map<string, Standing>([...before, ...added]) };
    }
    case 'stood':
      return run.standings.has(event.id)
        ? settled({ ...run, standings: new Map(run.standings).set(event.id, event.standing) })
        : run;
    case 'paused':
      return run.phase === 'running' ? { ...run, phase: 'paused' } : run;
    case 'resumed':
      return settled({ ...run, phase: 'running' });
    case 'stopped':
      return {
        phase: 'idle',
        standings: new Map([...run.standings].filter(([, standing]) => !isOpen(standing))),
      };
  }
}

/** The entry whose turn it is; null while another one is made, and where none is to be. */
export function nextEntry({ phase, standings }: Run): string | null {
  const all = [...standings];
  if (phase !== 'running' || all.some(([, { state }]) => state === 'making')) {
    return null;
  }
  return all.find(([, { state }]) => state === 'waiting')?.[0] ?? null;
}

/** How many there are, how many have ended, and how many of those without a file. */
export function runCounts({ standings }: Run) {
  const all = [...standings.values()];
  return {
    all: all.length,
    done: all.filter((standing) => !isOpen(standing)).length,
    failed: all.filter(({ state }) => state === 'failed').length,
  };
}
