import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { QueryFailedError } from 'typeorm';
import { inLogContext, noteTask } from './log-context.js';
import { httpLogOptions } from './log.module.js';

it('logs a failed statement without its values', () => {
  let logged = '';
  const output = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString();
      done();
    },
  });
  const { logger } = pinoHttp(httpLogOptions('info'), output);
  logger.error({ err: new QueryFailedError('SELECT $1', ['secret'], new Error('no space')) });
  expect(logged).toContain('QueryFailedError: no space');
  expect(logged).not.toContain('secret');
});

describe('every log line', () => {
  /** Returns what `work` logs, as parsed JSON. */
  function linesOf(work: (log: Logger) => void): Record<string, unknown>[] {
    let logged = '';
    const output = new Writable({
      write(chunk: Buffer, _, done) {
        logged += chunk.toString();
        done();
      },
    });
    work(pinoHttp(httpLogOptions('info'), output).logger);
    return logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('names its request, and its task once that is known', () => {
    const lines = linesOf((log) => {
      inLogContext({ requestId: 'r1' }, () => {
        log.info('before');
        noteTask('t1');
        noteTask('t2');
        log.warn({ err: new Error('x') }, 'after');
      });
      log.info('outside');
      noteTask('t3');
      log.info('still outside');
    });
    expect(lines.map(({ requestId, taskId }) => [requestId, taskId])).toEqual([
      ['r1', undefined],
      ['r1', 't1'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('names the task of its run, but not the request or run that started it', () => {
    const lines = linesOf((log) =>
      inLogContext({ requestId: 'r1', taskId: 't1' }, () =>
        inLogContext({ taskId: 't2' }, () => {
          log.info('a');
          log.info({ taskId: 'said by the line itself' }, 'b');
        }),
      ),
    );
    expect(lines.map(({ requestId, taskId }) => [requestId, taskId])).toEqual([
      [undefined, 't2'],
      [undefined, 'said by the line itself'],
    ]);
  });
});
