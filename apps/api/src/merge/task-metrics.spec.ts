import { type MergeStatus, preparedStatus } from '@dipper/contract';
import type { LabelsOf, NameOf } from '../infra/metrics/metric-table.js';
import { metrics } from '../infra/metrics/metrics.js';
import { MergeEvents } from './merge-events.js';
import type { WorkSlots } from './run/slots/work-slots.js';
import { TaskMetrics } from './task-metrics.js';
import type { TaskQueueRepository } from './task/task-queue.repository.js';

const status = (fields: Partial<MergeStatus>): MergeStatus => ({
  ...preparedStatus('task'),
  ...{ status: 'processing', kind: 'join', stage: 'video' },
  ...fields,
});

function setUp(queue: Partial<TaskQueueRepository> = {}, ROLE: 'all' | 'api' = 'all') {
  const reported: string[] = [];
  const stop = metrics.reportTo({
    count: (name, labels) => reported.push(`${name} ${Object.values(labels).join()}`),
    observe: <N extends NameOf<'histogram'>>(name: N, labels: LabelsOf<N>) =>
      reported.push(`${name} ${Object.values(labels).join()}`),
  });
  const events = new MergeEvents();
  const slots = { count: 2, runCounts: { working: 1, away: 3 } } as WorkSlots;
  const tasks = new TaskMetrics(events, slots, queue as TaskQueueRepository, { ROLE });
  tasks.onModuleInit();
  const end = (): void => {
    stop();
    tasks.onModuleDestroy();
  };
  return { reported, events, tasks, end };
}

describe('TaskMetrics', () => {
  it('reports the stages of a run, and how its task ended', () => {
    const { reported, events, end } = setUp();
    events.emit('began', status({}));
    events.emit('advanced', status({}));
    events.emit('advanced', status({ stage: 'merging' }));
    events.emit('ended', status({ status: 'error', stage: null, error_code: 'SOURCE_FAILED' }));
    end();
    expect(reported).toEqual([
      'dipper_task_stage_duration_seconds join,video',
      'dipper_tasks_total join,error,merging',
      'dipper_task_failures_total SOURCE_FAILED',
      'dipper_task_stage_duration_seconds join,merging',
      'dipper_task_duration_seconds join,error',
    ]);
  });

  it('counts a task that was cancelled before it ran, and one of an unknown kind', () => {
    const { reported, events, end } = setUp();
    events.emit('ended', status({ status: 'cancelled', stage: 'queued' }));
    events.emit('ended', status({ status: 'error', stage: null, kind: null, error_code: 'odd' }));
    end();
    expect(reported).toEqual([
      'dipper_tasks_total join,cancelled,queued',
      'dipper_tasks_total unknown,error,none',
      'dipper_task_failures_total MERGE_FAILED',
    ]);
  });

  it('does not count a task that another process has ended', () => {
    const { reported, events, end } = setUp();
    events.emit('began', status({}));
    events.emit('repeated', status({ status: 'cancelled' }));
    end();
    expect(reported).toEqual([]);
  });

  it('reports the last count of the line, and nothing while the database is down', async () => {
    let isAway = false;
    const state = () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve({ tasks: 4, oldestSeconds: 9 });
    const { tasks, end } = setUp({ state });
    const read = () => [
      ...metrics.read('dipper_queue_tasks'),
      ...metrics.read('dipper_queue_oldest_seconds'),
    ];
    expect(read()).toEqual([]);
    await tasks.sample();
    expect(read().map(({ value }) => value)).toEqual([4, 9]);
    isAway = true;
    await tasks.sample();
    expect(read()).toEqual([]);
    end();
  });

  it.each([
    ['all', 2, ['working', 'away']],
    ['api', 0, []],
  ] as const)('reports slots only where tasks run: ROLE=%s', (role, slots, states) => {
    const { end } = setUp({}, role);
    const [shown] = metrics.read('dipper_task_slots');
    expect(shown?.value ?? 0).toBe(slots);
    expect(metrics.read('dipper_task_runs').map(({ labels }) => labels.state)).toEqual(states);
    end();
  });
});
