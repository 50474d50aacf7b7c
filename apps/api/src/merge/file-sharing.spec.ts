import { picture, sound } from '../extract/testing/recorded-page.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { FileSharing, sourceKey } from './file-sharing.js';
import { mergePlan, mergeTask } from './testing/merge-task.js';
import type { MergeTask } from './merge-task.entity.js';
import type { MergeTaskRepository } from './merge-task.repository.js';

describe('sourceKey', () => {
  const key = sourceKey(mergePlan());

  it.each([
    ['new URLs', { main: picture({ url: 'https://cdn.example/new' }) }],
    ['another name for the file', { fileName: 'g.mp4', title: 'Another' }],
  ])('is the same with %s', (_, changes) => {
    expect(sourceKey(mergePlan(changes))).toBe(key);
  });

  it.each([
    ['another page', { pageUrl: 'https://site.example/watch/2' }],
    ['another picture', { main: picture({ id: 'v2' }) }],
    ['another sound', { sound: sound({ id: 'a2' }) }],
    ['no sound', { sound: null }],
    ['another container', { container: 'mkv' }],
    [
      'words that only look alike when strung together',
      { main: picture({ id: 'v","a' }), sound: null },
    ],
  ])('is another with %s', (_, changes) => {
    expect(sourceKey(mergePlan(changes))).not.toBe(key);
  });
});

describe('FileSharing', () => {
  const finished = {
    status: 'complete',
    fileId: 'f.mp4',
    fileBytes: 10,
    combinedBytes: 12,
  } as const;

  function sharing(
    twin: MergeTask | null,
    onDisk: readonly string[],
    inUse: readonly string[] = [],
  ): { sharing: FileSharing; removed: string[] } {
    const removed: string[] = [];
    const tasks = {
      findTwin: () => Promise.resolve(twin),
      filesInUse: () => Promise.resolve(new Set(inUse)),
    };
    const store: Pick<DiskStore, 'has' | 'remove'> = {
      has: (name) => Promise.resolve(onDisk.includes(name)),
      remove: (name) => Promise.resolve(void removed.push(name)),
    };
    return {
      sharing: new FileSharing(tasks as unknown as MergeTaskRepository, store as DiskStore),
      removed,
    };
  }

  it.each([
    [
      'there',
      mergeTask(finished),
      ['f.mp4'],
      { fileId: 'f.mp4', fileBytes: 10, combinedBytes: 12 },
    ],
    ['gone from the disk', mergeTask(finished), [], null],
    ['of no task', null, ['f.mp4'], null],
    ['of a task without one', mergeTask({ ...finished, fileId: null }), [], null],
  ])('finds a file that is %s', async (_, twin, onDisk, expected) => {
    await expect(sharing(twin, onDisk).sharing.find('key')).resolves.toEqual(expected);
  });

  it.each([
    [['f.mp4'], []],
    [[], ['f.mp4']],
  ])('discards a file that nobody refers to (in use: %j)', async (inUse, expected) => {
    const { sharing: files, removed } = sharing(null, ['f.mp4'], inUse);
    await files.discard(['f.mp4']);
    expect(removed).toEqual(expected);
  });
});
