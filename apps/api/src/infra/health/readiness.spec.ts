import { Readiness } from './readiness.js';

const fails = (): never => {
  throw new Error('missing');
};

it('the server is ready while all checks pass, and the reports are included', async () => {
  const readiness = new Readiness();
  readiness.addCheck('disk', () => undefined);
  readiness.addCheck('queue', () => Promise.resolve(7));
  readiness.addReport('version', () => Promise.resolve({ of: 'yt-dlp' }));
  expect(await readiness.look()).toEqual({
    isReady: true,
    entries: { disk: 'ok', queue: 'ok', version: { of: 'yt-dlp' } },
  });
});

it.each([
  ['throws', fails],
  ['rejects', () => Promise.reject(new Error('missing'))],
])('names a check that %s, even if another check of that name passes', async (_, check) => {
  const readiness = new Readiness();
  readiness.addCheck('disk', () => undefined);
  readiness.addCheck('programs', check);
  readiness.addCheck('programs', () => undefined);
  expect(await readiness.look()).toEqual({
    isReady: false,
    entries: { disk: 'ok', programs: 'failing' },
  });
});
