import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Options } from 'pino-http';
import type { Env } from '../env/env.js';
import { logContext } from './log-context.js';
import { loggedError, logOutput, withoutKeys } from './log-output.js';

/** Readable lines for a terminal. Without a terminal, the log is JSON for log collectors. */
const FOR_PEOPLE = {
  transport: {
    target: 'pino-pretty',
    options: {
      ignore: 'pid,hostname,context',
      translateTime: 'HH:MM:ss',
      messageFormat: '{context}: {msg}',
    },
  },
};

/** The options of pino-http. Each line names its request or task (`LogContext`). */
export function httpLogOptions(level: Env['LOG_LEVEL']): Options {
  return {
    level,
    // Otherwise, `loggedError` would get a copy that is not an Error, and leave it unchanged.
    wrapSerializers: false,
    serializers: { err: loggedError },
    // Return a copy, because pino adds the line's properties to it.
    mixin: () => ({ ...logContext() }),
    hooks: { streamWrite: withoutKeys },
  };
}

export class LogModule {
  static forRoot(level: Env['LOG_LEVEL']): DynamicModule {
    const options = httpLogOptions(level);
    return LoggerModule.forRoot({
      // Its middleware would add the request to each line, even to the lines of a task that the
      // request has started.
      forRoutes: [],
      pinoHttp: process.stdout.isTTY ? { ...options, ...FOR_PEOPLE } : [options, logOutput()],
    });
  }
}
