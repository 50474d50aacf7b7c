import { ExcerptUnavailable } from '../byte-plan.js';
import { piecesFor, readSidx } from './sidx.js';

/** An index of pieces of 100 bytes and 5 s each, with a clock of 1000 ticks per second. */
function sidx(
  count: number,
  { promised = count, entry = 0x90000000, reference = 100 } = {},
): Buffer {
  const box = Buffer.alloc(24 + count * 12);
  box.writeUInt32BE(7, 4);
  box.writeUInt32BE(1000, 8);
  box.writeUInt32BE(50, 16);
  box.writeUInt16BE(promised, 22);
  for (let piece = 0; piece < count; piece += 1) {
    box.writeUInt32BE(reference, 24 + piece * 12);
    box.writeUInt32BE(5000, 28 + piece * 12);
    box.writeUInt32BE(entry, 32 + piece * 12);
  }
  return box;
}

describe('readSidx', () => {
  it('places subsegments one after the other', () => {
    const { trackId, pieces } = readSidx(sidx(2), 1000) ?? { pieces: [] };
    expect(trackId).toBe(7);
    expect(pieces).toEqual([
      { start: 1050, end: 1150, from: 0, to: 5, isEntry: true },
      { start: 1150, end: 1250, from: 5, to: 10, isEntry: true },
    ]);
  });

  it('rejects an index of indexes', () => {
    expect(readSidx(sidx(2, { reference: 0x80000064 }), 1000)).toBeNull();
    expect(readSidx(sidx(0), 1000)).toBeNull();
  });

  it('rejects an index that claims more bytes than there are', () => {
    expect(() => readSidx(sidx(2, { promised: 60_000 }), 1000)).toThrow(ExcerptUnavailable);
    expect(() => readSidx(sidx(2).fill(0, 8, 12), 1000)).toThrow(ExcerptUnavailable);
    expect(() => readSidx(Buffer.alloc(6), 1000)).toThrow('out of range');
  });
});

describe('piecesFor', () => {
  const pieces = readSidx(sidx(10), 950)?.pieces ?? [];

  it.each([
    ['the start', { from: 0, to: 3 }, [1000, 1200]],
    ['the middle, and one more on either side', { from: 21, to: 27 }, [1300, 1700]],
    ['the end', { from: 48, to: 50 }, [1800, 2000]],
    ['a span beyond the end', { from: 500, to: 510 }, [1800, 2000]],
    ['a span before the start', { from: -5, to: -1 }, [1000, 1100]],
  ])('selects the subsegments for %s', (_, span, expected) => {
    expect(piecesFor(pieces, span)).toEqual(expected);
  });

  it('goes back to a subsegment that starts with a key frame', () => {
    const mixed = pieces.map((piece, index) => ({ ...piece, isEntry: index % 4 === 0 }));
    expect(piecesFor(mixed, { from: 21, to: 22 })[0]).toBe(1000);
    const none = pieces.map((piece) => ({ ...piece, isEntry: false }));
    expect(piecesFor(none, { from: 21, to: 22 })[0]).toBe(1300);
  });
});
