import { releaseMemory } from './release-memory.js';

describe('releaseMemory', () => {
  it('frees buffers that cover all of their memory', () => {
    const buffers = [100, 65_536].map((length) => Buffer.from(new ArrayBuffer(length)));
    releaseMemory(buffers);
    expect(buffers.map(({ buffer, length }) => [buffer.byteLength, length])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it.each([
    ['the end of a chunk', (memory: ArrayBuffer) => Buffer.from(memory, 1)],
    ['the beginning of a chunk', (memory: ArrayBuffer) => Buffer.from(memory, 0, 99)],
  ])('does not free the memory of %s', (_name, part) => {
    const memory = new ArrayBuffer(100);
    new Uint8Array(memory).fill(7);
    releaseMemory([part(memory)]);
    expect([...new Uint8Array(memory)]).toEqual(Array.from({ length: 100 }, () => 7));
  });

  it('does not free the pool of small buffers', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')];
    releaseMemory([one]);
    expect([one.toString(), other.toString()]).toEqual(['one', 'other']);
  });

  it('accepts memory that has already been freed, and an empty list', () => {
    const buffer = Buffer.from(new ArrayBuffer(100));
    releaseMemory([buffer]);
    expect(() => releaseMemory([buffer])).not.toThrow();
    expect(() => releaseMemory([])).not.toThrow();
  });
});
