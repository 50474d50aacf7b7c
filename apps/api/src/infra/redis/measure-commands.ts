import type { Redis } from 'ioredis';
import { metrics } from '../metrics/metrics.js';

/** Commands that wait for something to happen, and those that only check the connection. */
const NOT_MEASURED = /^(b[lrz]\w+|p?subscribe|p?unsubscribe|ping|info|client|auth|select|hello)$/i;

type Command = Parameters<Redis['sendCommand']>[0];

/**
 * Reports how long each command on a connection takes.
 * @param client what the connection is for
 */
export function measureCommands(redis: Redis, client: string): void {
  const send = redis.sendCommand.bind(redis) as (...given: unknown[]) => unknown;
  redis.sendCommand = (command: Command, ...rest: unknown[]) => {
    const answer = send(command, ...rest);
    if (!NOT_MEASURED.test(command.name)) {
      const seconds = metrics.clock();
      const end = (outcome: string) => () =>
        metrics.observe('dipper_redis_command_duration_seconds', { client, outcome }, seconds());
      (command.promise as Promise<unknown>).then(end('ok'), end('failed'));
    }
    return answer;
  };
}
