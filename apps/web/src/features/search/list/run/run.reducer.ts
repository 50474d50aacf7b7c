import type { ServerError } from '../../../../i18n/errors/error-words.js';

/** The finished file of an entry. */
export interface MadeFile {
  /** The file's URL. The server sends it as an attachment. */
  readonly href: string;
  readonly filename: string;
}

/** The state of a requested entry. `error` is null if the server could not be reached. */
export type RunStanding =
  | { readonly state: 'waiting' }
  | { readonly state: 'making'; readonly progress: number }
  | { readonly state: 'saved'; readonly file: MadeFile }
  | { readonly state: 'failed'; readonly error: ServerError | null };

/** The requested entries, prepared one after another in this order. */
export interface Run {
  readonly phase: 'idle' | 'running' | 'paused';
  readonly standings: ReadonlyMap<string, RunStanding>;
}

export type RunEvent =
  | { readonly type: 'started'; readonly ids: readonly string[] }
  | { readonly type: 'stood'; readonly id: string; readonly standing: RunStanding }
  | { readonly type: 'paused' | 'resumed' | 'stopped' };

export const NO_RUN: Run = { phase: 'idle', standings: new Map() };

function isOpen({ state }: RunStanding): boolean {
  return state === 'waiting' || state === 'making';
}

/** Ends a run that has no entries left to prepare, even if it is paused. */
function settled({ phase, standings }: Run): Run {
  return { phase: [...standings.values()].some(isOpen) ? phase : 'idle', standings };
}

/** Computes the next state of a run. */
export function runReducer(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case 'started': {
      // A new run starts empty; a run in progress keeps its entries.
      const before = run.phase === 'idle' ? [] : [...run.standings];
      const added = event.ids.map((id) => [id, { state: 'waiting' }] as const);
      return { phase: 'running', standings: new Map<string, RunStanding>([...before, ...added]) };
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

/**
 * Returns the next entry to prepare; null while another entry is in progress or none is waiting.
 */
export function nextEntry({ phase, standings }: Run): string | null {
  const all = [...standings];
  if (phase !== 'running' || all.some(([, { state }]) => state === 'making')) {
    return null;
  }
  return all.find(([, { state }]) => state === 'waiting')?.[0] ?? null;
}

/** Counts all entries, those that have ended, and those that have failed. */
export function runCounts({ standings }: Run) {
  const all = [...standings.values()];
  return {
    all: all.length,
    done: all.filter((standing) => !isOpen(standing)).length,
    failed: all.filter(({ state }) => state === 'failed').length,
  };
}
