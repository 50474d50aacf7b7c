import { Writable } from 'node:stream';
import { pinoHttp } from 'pino-http';
import { QueryFailedError } from 'typeorm';
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
