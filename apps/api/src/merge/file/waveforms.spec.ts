import { WAVEFORM_LENGTH } from '@dipper/contract';
import type { FileStore, FileWork } from '../../infra/storage/file-store.port.js';
import type { PeakReader } from '../../make/waveform/peak-reader.js';
import { Waveforms } from './waveforms.js';

const LOUD = new Uint8Array(WAVEFORM_LENGTH).fill(200);
const stays = new AbortController().signal;

/** A service with an in-memory store and a reader that the test controls. */
function world() {
  const kept = new Map<string, Buffer>();
  let removed: (name: string) => void = () => undefined;
  const store = {
    onRemove: (listener: (name: string) => void) => (removed = listener),
    readSidecar: (name: string) => Promise.resolve(kept.get(name) ?? null),
    writeSidecar: (name: string, bytes: Uint8Array) => {
      kept.set(name, Buffer.from(bytes));
      return Promise.resolve();
    },
    withPath: <T>(name: string, work: FileWork<T>, signal: AbortSignal) => work(name, signal),
  };
  const reads: { path: string; signal: AbortSignal; hear: (peaks: Uint8Array | null) => void }[] =
    [];
  const reader = {
    read: (path: string, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        reads.push({ path, signal, hear: resolve });
      }),
  };
  const waveforms = new Waveforms(store as unknown as FileStore, reader as unknown as PeakReader);
  return { waveforms, kept, reads, remove: (name: string) => removed(name) };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Waveforms', () => {
  it('reads a file once for all requests', async () => {
    const { waveforms, reads } = world();
    const asked = [waveforms.of('a.mp3', stays), waveforms.of('a.mp3', stays)];
    await turn();
    reads[0]?.hear(LOUD);
    await expect(Promise.all(asked)).resolves.toEqual([[...LOUD], [...LOUD]]);
    await expect(waveforms.of('a.mp3', stays)).resolves.toEqual([...LOUD]);
    expect(reads).toHaveLength(1);
  });

  it('remembers a file without audio', async () => {
    const { waveforms, reads } = world();
    const asked = waveforms.of('a.mp4', stays);
    await turn();
    reads[0]?.hear(null);
    await expect(asked).resolves.toEqual([]);
    await expect(waveforms.of('a.mp4', stays)).resolves.toEqual([]);
    expect(reads).toHaveLength(1);
  });

  it('reads a file again if its stored waveform is incomplete', async () => {
    const { waveforms, kept, reads } = world();
    kept.set('a.mp3', Buffer.alloc(WAVEFORM_LENGTH - 1));
    void waveforms.of('a.mp3', stays);
    await turn();
    expect(reads).toHaveLength(1);
  });

  it('stops reading when the last waiting visitor leaves', async () => {
    const { waveforms, reads } = world();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [first, second].map(({ signal }) => waveforms.of('a.mp3', signal));
    const settled = Promise.allSettled(asked);
    await turn();
    first.abort(new Error('left'));
    await turn();
    expect(reads[0]?.signal.aborted).toBe(false);
    second.abort(new Error('left'));
    await settled;
    expect(reads[0]?.signal.aborted).toBe(true);
    void waveforms.of('a.mp3', stays);
    await turn();
    expect(reads).toHaveLength(2);
  });

  it('stops reading when the file is removed', async () => {
    const { waveforms, reads, remove } = world();
    const asked = waveforms.of('a.mp3', stays);
    const refused = expect(asked).rejects.toMatchObject({ code: 'FILE_EXPIRED' });
    await turn();
    remove('a.mp3');
    await refused;
    expect(reads[0]?.signal.aborted).toBe(true);
  });

  it('reads one file at a time, and refuses more when twenty are waiting', async () => {
    const { waveforms, reads } = world();
    const asked = Array.from({ length: 21 }, (_, n) => waveforms.of(`${n}.mp3`, stays));
    const settled = Promise.allSettled(asked);
    await turn();
    expect(reads).toHaveLength(1);
    await expect(waveforms.of('more.mp3', stays)).rejects.toMatchObject({ code: 'BUSY' });
    waveforms.onModuleDestroy();
    await settled;
  });

  it('immediately tells waiting visitors that their file is gone', async () => {
    const { waveforms, reads, remove } = world();
    const first = waveforms.of('a.mp3', stays);
    const refused = expect(waveforms.of('b.mp3', stays)).rejects.toMatchObject({
      code: 'FILE_EXPIRED',
    });
    await turn();
    remove('b.mp3');
    await refused;
    reads[0]?.hear(LOUD);
    await expect(first).resolves.toEqual([...LOUD]);
    expect(reads).toHaveLength(1);
  });

  it('frees the places of visitors who have left the line', async () => {
    const { waveforms, reads } = world();
    const first = waveforms.of('a.mp3', stays);
    await turn();
    const left = new AbortController();
    const asked = Array.from({ length: 20 }, (_, n) => waveforms.of(`${n}.mp3`, left.signal));
    const settled = Promise.allSettled(asked);
    await turn();
    left.abort(new Error('left'));
    await settled;
    const next = waveforms.of('next.mp3', stays);
    await turn();
    reads[0]?.hear(LOUD);
    await first;
    await turn();
    reads[1]?.hear(LOUD);
    await expect(next).resolves.toEqual([...LOUD]);
    expect(reads).toHaveLength(2);
  });
});
