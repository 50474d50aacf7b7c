import { mergeStatus } from '@dipper/client/testing';
import { type Merge, type MergeEvent, mergeReducer, newMerge } from './merge.reducer.js';

const reported = (overrides: Parameters<typeof mergeStatus>[0]): MergeEvent => ({
  type: 'reported',
  status: mergeStatus(overrides),
});
const glimpsed = (overrides: Parameters<typeof mergeStatus>[0]): MergeEvent => ({
  type: 'glimpsed',
  status: mergeStatus(overrides),
});
const regained = (overrides: Parameters<typeof mergeStatus>[0]): MergeEvent => ({
  type: 'regained',
  status: mergeStatus(overrides),
});
const NO_ANSWER: MergeEvent = {
  type: 'failed',
  failure: { kind: 'too-many-errors', reason: { kind: 'network' } },
};
const after = (...events: MergeEvent[]): Merge => events.reduce(mergeReducer, newMerge(0));
const DAMAGE = [{ from_seconds: 1, to_seconds: null }];
const started: MergeEvent = { type: 'started' };

describe('mergeReducer', () => {
  it.each<[string, MergeEvent[], object]>([
    ['starts at 0%', [], { phase: 'starting', progress: 0, message: '' }],
    ['runs once it has started', [started], { phase: 'running', progress: 0 }],
    [
      "adopts the server's status",
      [
        started,
        reported({ progress: 42, message: 'Now', stage: 'audio', speed: 5, eta_seconds: 9 }),
      ],
      { phase: 'running', progress: 42, message: 'Now', stage: 'audio', speed: 5, etaSeconds: 9 },
    ],
    [
      'waits in the queue',
      [started, reported({ status: 'queued', queue_position: 3 })],
      { phase: 'running', queuePosition: 3 },
    ],
    [
      'treats a prepared task as running',
      [started, reported({ status: 'prepared' })],
      { phase: 'running' },
    ],
    [
      'never lowers the progress',
      [started, reported({ progress: 60 }), reported({ progress: 20 })],
      { progress: 60 },
    ],
    [
      'starts at the progress from an earlier visit',
      [{ type: 'remembered', progress: 60 }, started],
      { phase: 'running', progress: 60 },
    ],
    [
      'lowers the remembered progress once, to the first reported value',
      [
        { type: 'remembered', progress: 60 },
        started,
        reported({ progress: 20 }),
        reported({ progress: 10 }),
      ],
      { progress: 20 },
    ],
    [
      'prefers a report to the remembered progress',
      [started, reported({ progress: 20 }), { type: 'remembered', progress: 60 }],
      { progress: 20 },
    ],
    [
      'never exceeds 100',
      [started, reported({ progress: 140 })],
      { progress: 100, phase: 'running' },
    ],
    ['never falls below 0', [started, reported({ progress: -5 })], { progress: 0 }],
    [
      'completes with the lifetime of the file',
      [started, reported({ status: 'complete', expires_in_seconds: 60 })],
      { phase: 'complete', expiresInSeconds: 60 },
    ],
    [
      'shows the progress of a status that arrives while it is starting',
      [glimpsed({ progress: 60, stage: 'audio' })],
      { phase: 'starting', progress: 60, stage: 'audio' },
    ],
    [
      'ignores the end of an earlier try while it is starting',
      [glimpsed({ status: 'error', progress: 60 }), glimpsed({ status: 'prepared' })],
      { phase: 'starting', progress: 0, state: null },
    ],
    [
      'completes from a status that arrives after the connection was lost',
      [started, glimpsed({ status: 'complete' })],
      { phase: 'complete' },
    ],
    [
      'keeps only its progress while nothing is heard',
      [started, reported({ speed: 5, eta_seconds: 9 }), { type: 'unheard', isLost: true }],
      { phase: 'running', progress: 10, isLost: true, speed: null, etaSeconds: null },
    ],
    [
      'shows figures again as soon as something is heard',
      [started, { type: 'unheard', isLost: true }, reported({ speed: 5 })],
      { isLost: false, speed: 5 },
    ],
    [
      'continues from its progress if the server answers after the page has given up',
      [started, reported({ progress: 60 }), NO_ANSWER, regained({ progress: 50 })],
      { phase: 'running', run: 0, progress: 60 },
    ],
    [
      'completes if the server reports completion after the page has given up',
      [started, NO_ANSWER, regained({ status: 'complete' })],
      { phase: 'complete' },
    ],
    [
      'stays failed if the server says that it was never started',
      [started, NO_ANSWER, regained({ status: 'prepared' })],
      { phase: 'failed' },
    ],
    [
      'stays failed if the server itself has said so',
      [started, reported({ status: 'error' }), regained({ progress: 50 })],
      { phase: 'failed' },
    ],
    [
      'keeps the steps once they are known',
      [started, reported({ steps: [{ stage: 'video', share: 1 }] }), reported({ steps: null })],
      { steps: [{ stage: 'video', share: 1 }] },
    ],
    ['completes when the file is found', [started, { type: 'file-found' }], { phase: 'complete' }],
    [
      "fails with the server's sentence and code",
      [started, reported({ status: 'error', message: 'No', error_code: 'SOURCE_FAILED' })],
      { phase: 'failed', failure: { kind: 'server', sentence: 'No', code: 'SOURCE_FAILED' } },
    ],
    [
      'distinguishes a damaged source from other failures',
      [started, reported({ status: 'error', error_code: 'SOURCE_DAMAGED', damage: DAMAGE })],
      { phase: 'failed', failure: { kind: 'source-damaged' }, damage: DAMAGE },
    ],
    [
      'keeps accepting damage on later tries',
      [started, { type: 'restarted', anyway: true }, { type: 'restarted' }],
      { ...newMerge(2), anyway: true },
    ],
    [
      'keeps the damage of a finished file',
      [started, reported({ status: 'complete', damage: DAMAGE }), reported({ damage: null })],
      { phase: 'complete', damage: DAMAGE },
    ],
    [
      'fails when the browser reports a failure',
      [started, { type: 'failed', failure: { kind: 'timed-out' } }],
      { phase: 'failed', failure: { kind: 'timed-out' } },
    ],
    [
      'is cancelled when the server reports that',
      [started, reported({ status: 'cancelled' })],
      { phase: 'cancelled' },
    ],
    [
      'ignores reports after the end',
      [started, reported({ status: 'complete' }), reported({ progress: 3 })],
      { phase: 'complete' },
    ],
    [
      'ignores a failure after the end',
      [
        started,
        reported({ status: 'complete' }),
        { type: 'failed', failure: { kind: 'timed-out' } },
      ],
      { phase: 'complete' },
    ],
    [
      'stays cancelled',
      [started, reported({ status: 'cancelled' }), reported({ status: 'complete' })],
      { phase: 'cancelled' },
    ],
    [
      'restarts from a fresh state',
      [started, { type: 'failed', failure: { kind: 'timed-out' } }, { type: 'restarted' }],
      { ...newMerge(1) },
    ],
    [
      'keeps sizes once they are known',
      [
        started,
        reported({ actual_sizes: { combined_streams: 7, final_file: null } }),
        reported({ status: 'complete', actual_sizes: { combined_streams: null, final_file: 6 } }),
      ],
      { sizes: { combined_streams: 7, final_file: 6 } },
    ],
  ])('%s', (_case, events, expected) => {
    expect(after(...events)).toMatchObject(expected);
  });
});
