import type { Redis } from 'ioredis';
import { metrics } from '../metrics/metrics.js';
import { measureCommands } from './measure-commands.js';

it('times commands, but not those that wait for work or only check the connection', async () => {
  const timed: string[] = [];
  const stop = metrics.reportTo({
    count: () => undefined,
    observe: (name, labels) => timed.push(`${name} ${Object.values(labels).join()}`),
  });
  const sent: string[] = [];
  const send = (command: { name: string }): string => {
    sent.push(command.name);
    return 'sent';
  };
  const redis = { sendCommand: send } as unknown as Redis;
  measureCommands(redis, 'queue');
  const lost = Promise.reject(new Error('lost'));
  const commands = [
    { name: 'evalsha', promise: Promise.resolve() },
    { name: 'EXISTS', promise: lost },
    ...['brpoplpush', 'bzpopmin', 'blmove', 'ping', 'INFO', 'subscribe', 'psubscribe'].map(
      (name) => ({ name, promise: Promise.resolve() }),
    ),
  ];
  const answers = commands.map((command) => redis.sendCommand(command as never));
  await expect(lost).rejects.toThrow('lost');
  await Promise.resolve();
  stop();
  expect(sent).toEqual(commands.map(({ name }) => name));
  expect(new Set(answers)).toEqual(new Set(['sent']));
  expect(timed.sort()).toEqual([
    'dipper_redis_command_duration_seconds queue,failed',
    'dipper_redis_command_duration_seconds queue,ok',
  ]);
});
