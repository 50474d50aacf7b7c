import { checkReply } from '../harness/checked-reply.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const reply = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: JSON_TYPE });

describe('the check of replies against docs/openapi.json', () => {
  it('accepts documented replies, even with additional fields', async () => {
    await checkReply('GET', '/api/health?x=1', reply({ status: 'ok', since: 1 }));
    await checkReply(
      'GET',
      '/api/download/status/abc',
      reply({ error: '', code: 'TASK_UNKNOWN' }, 404),
    );
  });

  it.each([
    ['a wrong value', '/api/health', reply({ status: 'bad' }), 'does not reply as'],
    ['a missing field', '/api/config', reply({ environment: 'test' }), 'file_retention_seconds'],
    ['an undocumented status', '/api/health', reply({}, 201), 'no reply 201'],
    [
      'an unknown error code',
      '/api/download/status/abc',
      reply({ error: '', code: 'NEW' }, 404),
      'code',
    ],
  ])('refuses %s', async (_name, path, response, message) => {
    await expect(checkReply('GET', path, response)).rejects.toThrow(message);
  });
});
