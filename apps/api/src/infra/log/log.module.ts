import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Options } from 'pino-http';
import type { Env } from '../env/env.js';
import { logContext } from './log-context.js';
import { loggedError, logOutput } from './log-output.js';

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

/**
 * The options of pino-http. Only the path of a URL is logged, because queries contain
 * media URLs and tokens.
 */
export function httpLogOptions(level: Env['LOG_LEVEL']): Options {
  return {
    level,
    // A request already has one (infra/http/request/request-id.ts).
    genReqId: () => logContext().requestId ?? randomUUID(),
    // Don't log successful requests. DomainErrorFilter logs failures with their cause.
    autoLogging: false,
    // Otherwise `loggedError` would get a copy that is not an Error, and leave it unchanged.
    wrapSerializers: false,
    serializers: {
      err: loggedError,
      req: ({ id, method, originalUrl = '' }: IncomingMessage & { originalUrl?: string }) => ({
        id,
        method,
        path: originalUrl.split('?')[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    // Copied, because pino adds the properties of the line to it.
    mixin: () => ({ ...logContext() }),
  };
}

export class LogModule {
  static forRoot(level: Env['LOG_LEVEL']): DynamicModule {
    const options = httpLogOptions(level);
    return LoggerModule.forRoot({
      pinoHttp: process.stdout.isTTY ? { ...options, ...FOR_PEOPLE } : [options, logOutput()],
    });
  }
}
