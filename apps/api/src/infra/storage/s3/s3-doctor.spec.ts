import { examineBucket } from './s3-doctor.js';

const SETTINGS = { bucket: 'films' };
const denied = (): Promise<never> =>
  Promise.reject(
    Object.assign(new Error(), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }),
  );

const working = () => ({
  check: () => Promise.resolve(),
  put: () => Promise.resolve(),
  sizeOf: () => Promise.resolve(6),
  list: () => Promise.resolve([]),
  unfinishedUploads: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
  ensureLifecycle: () => Promise.resolve(),
});

it('reports a bucket that works', async () => {
  expect(await examineBucket(working(), SETTINGS)).toEqual({
    lines: ['Files in S3: the bucket films works.'],
    works: true,
  });
});

it.each([
  ['check', "the server can't reach the bucket"],
  ['put', "the server can't store a file"],
  ['list', "the server can't list the files"],
  ['remove', "the server can't remove a file"],
])('names the operations that the key may not perform: %s', async (step, sentence) => {
  const { lines, works } = await examineBucket({ ...working(), [step]: denied }, SETTINGS);
  expect(works).toBe(false);
  expect(lines.join('\n')).toContain(sentence);
  expect(lines.join('\n')).toContain('S3 refuses access to the bucket films (AccessDenied)');
});

it('works without the lifecycle rule, but reports that', async () => {
  const { lines, works } = await examineBucket({ ...working(), ensureLifecycle: denied }, SETTINGS);
  expect(works).toBe(true);
  expect(lines.join('\n')).toContain("The lifecycle rule can't be set");
});
