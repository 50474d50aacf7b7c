import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../file-store.port.js';

export interface StoreUnderTest {
  readonly store: FileStore;
  /**
   * Publishes a file with this content.
   * @returns its size as `publish` reports it, in bytes
   */
  readonly publish: (name: string, content: string) => Promise<number>;
}

/**
 * The tests that every `FileStore` must pass.
 * @param current the store of the running test, which is empty when the test begins
 */
export function fileStoreSuite(current: () => StoreUnderTest): void {
  const read = async (name: string, span?: { first: number; last: number }): Promise<string> => {
    const stream = await current().store.open(name, span);
    return stream === null ? '(missing)' : (await buffer(stream)).toString();
  };

  it('publishes a file, and serves all of it or a part', async () => {
    const { store, publish } = current();
    expect([await store.sizeOf('a.mp4'), await read('a.mp4')]).toEqual([null, '(missing)']);
    expect(await publish('a.mp4', 'whole')).toBe(5);
    expect([await store.sizeOf('a.mp4'), await read('a.mp4')]).toEqual([5, 'whole']);
    expect(await read('a.mp4', { first: 1, last: 3 })).toBe('hol');
  });

  it('gives a file a path while some work runs', async () => {
    const { store, publish } = current();
    await publish('a.mp4', 'whole');
    const { signal } = new AbortController();
    expect(await store.withPath('a.mp4', (path) => readFile(path, 'utf8'), signal)).toBe('whole');
  });

  it('lists its files with their sizes and ages', async () => {
    const { store, publish } = current();
    await publish('a.mp4', 'whole');
    await publish('b.mp3', 'b');
    const files = [...(await store.survey())].sort((a, b) => a.name.localeCompare(b.name));
    expect(files).toMatchObject([
      { name: 'a.mp4', bytes: 5 },
      { name: 'b.mp3', bytes: 1 },
    ]);
    files.forEach(({ ageMs }) => expect(Math.abs(ageMs)).toBeLessThan(60_000));
  });

  it('keeps a sidecar for as long as its file exists', async () => {
    const { store, publish } = current();
    await publish('a.mp4', 'whole');
    expect(await store.readSidecar('a.mp4')).toBeNull();
    await store.writeSidecar('a.mp4', Buffer.from('about'));
    expect((await store.readSidecar('a.mp4'))?.toString()).toBe('about');
    expect(await store.survey()).toHaveLength(1);
    await store.remove('a.mp4');
    await store.writeSidecar('a.mp4', Buffer.from('too late'));
    expect(await store.readSidecar('a.mp4')).toBeNull();
  });

  it('removes a file after notifying its listeners, and ignores a missing file', async () => {
    const { store, publish } = current();
    await publish('a.mp4', 'whole');
    const removed: string[] = [];
    store.onRemove((name) => removed.push(name));
    await store.remove('a.mp4');
    await store.remove('a.mp4');
    expect(removed).toEqual(['a.mp4', 'a.mp4']);
    expect([await store.sizeOf('a.mp4'), await store.survey()]).toEqual([null, []]);
  });

  it.each(['../secret', 'a/b', '', '.hidden', 'x'.repeat(129), 'a.mp4.exe.', 'ü'])(
    'refuses the name %j',
    async (name) => {
      const { store, publish } = current();
      const refusal = 'not one of our file names';
      await expect(publish(name, '')).rejects.toThrow(refusal);
      await expect(store.open(name)).rejects.toThrow(refusal);
      await expect(store.sizeOf(name)).rejects.toThrow(refusal);
      await expect(store.remove(name)).rejects.toThrow(refusal);
      await expect(store.writeSidecar(name, Buffer.from(''))).rejects.toThrow(refusal);
    },
  );
}
