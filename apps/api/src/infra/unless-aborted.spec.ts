import { unlessAborted } from './unless-aborted.js';

const never = new Promise<never>(() => undefined);

it('returns the result, or throws the error of the work', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(Promise.resolve('done'), signal)).resolves.toBe('done');
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow(
    'broken',
  );
});

it('stops waiting when aborted, before or during the work', async () => {
  const during = new AbortController();
  const waiting = unlessAborted(never, during.signal);
  during.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(unlessAborted(never, during.signal)).rejects.toThrow('left');
});
