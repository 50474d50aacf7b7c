import { MergeEvents } from '../merge/merge-events.js';
import { TaskOutcomes } from './task-outcomes.js';

it.each([
  [null, ['https://vimeo.com/1', null, ['me']]],
  ['SOURCE_TIMEOUT', ['https://vimeo.com/1', 'SOURCE_TIMEOUT', ['me']]],
  ['DISK_FULL', null],
  ['OF_ANOTHER_VERSION', null],
])('counts a task that a run ended with %j as %j', async (errorCode, counted) => {
  const events = new MergeEvents();
  const noted = jest.fn();
  const asked = jest.fn().mockResolvedValue({ pageUrl: 'https://vimeo.com/1' });
  new TaskOutcomes(events, { facts: asked }, { note: noted }).onModuleInit();
  events.emit('settled', { taskId: 'task', errorCode, visitor: 'me' });
  await Promise.resolve(asked.mock.results[0]?.value);
  await Promise.resolve();
  expect(noted.mock.calls).toEqual(counted === null ? [] : [counted]);
});
