import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Options } from 'pino-http';
import type { Env } from '../env/env.js';
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
 * Structured logs with a request id. Only the path of a URL is logged, because queries contain
 * media URLs and tokens.
 */
export class LogModule {
  static forRoot(level: Env['LOG_LEVEL']): DynamicModule {
    const options: Options = {
      level,
      genReqId: () => randomUUID(),
      // Don't log successful requests. DomainErrorFilter logs failures with their cause.
      autoLogging: false,
      serializers: {
        err: loggedError,
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url.split('?')[0],
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
      customProps: (request: IncomingMessage) => ({ requestId: request.id }),
    };
    return LoggerModule.forRoot({
      pinoHttp: process.stdout.isTTY ? { ...options, ...FOR_PEOPLE } : [options, logOutput()],
    });
  }
}
