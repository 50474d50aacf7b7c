import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentCheck } from './segment-check.js';
import type { ArrivingSegments } from './segment-inspections.js';

describe('SegmentCheck', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-check-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('stops inspecting a segment when it is aborted', async () => {
    const path = join(folder, 'segment');
    await writeFile(path, Buffer.alloc(1000));
    const stop = new AbortController();
    const reason = new Error('cancelled');
    const expected = { holds: 'media', seconds: 4, slackSeconds: 0.5, startsAnew: false } as const;
    const segments: ArrivingSegments = {
      list: [{ url: 'https://media.example/0.ts', range: null, key: null, expected }],
      arrived: () => {
        stop.abort(reason);
        return Promise.resolve({ path, cipher: null, within: null });
      },
      again: () => Promise.resolve(),
    };
    const check = new SegmentCheck({ acceptsDamage: true, signal: stop.signal });
    await expect(check.approve(0, segments)).rejects.toBe(reason);
  });
});
