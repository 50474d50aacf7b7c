import type { MergeStatus } from '@dipper/contract';
import { MergeEvents } from '../merge/merge-events.js';
import { TaskOutcomes } from './task-outcomes.js';

const ended = (status: string, error_code: string | null): MergeStatus =>
  ({ task_id: 'task', status, error_code }) as MergeStatus;

it.each([
  ['complete', null, ['https://vimeo.com/1', null]],
  ['error', 'SOURCE_TIMEOUT', ['https://vimeo.com/1', 'SOURCE_TIMEOUT']],
  ['error', 'DISK_FULL', null],
  ['error', 'OF_ANOTHER_VERSION', null],
  ['cancelled', null, null],
])('counts a task that ended as %s %j as %j', async (status, code, counted) => {
  const events = new MergeEvents();
  const noted = jest.fn();
  const asked = jest.fn().mockResolvedValue({ pageUrl: 'https://vimeo.com/1' });
  new TaskOutcomes(events, { facts: asked }, { note: noted }).onModuleInit();
  events.emit('ended', ended(status, code));
  await Promise.resolve(asked.mock.results[0]?.value);
  await Promise.resolve();
  expect(noted.mock.calls).toEqual(counted === null ? [] : [counted]);
});
