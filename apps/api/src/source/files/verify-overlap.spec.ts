import { verifyOverlap } from './verify-overlap.js';

/** What remains of a body, given in these pieces, after the overlap "abc". */
async function after(...pieces: string[]): Promise<string> {
  async function* body(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      yield await Promise.resolve(Buffer.from(piece));
    }
  }
  const other = (): never => {
    throw new Error('another file');
  };
  const found: Buffer[] = [];
  for await (const chunk of verifyOverlap(body(), Buffer.from('abc'), other)) {
    found.push(chunk);
  }
  return Buffer.concat(found).toString();
}

describe('verifyOverlap', () => {
  it.each([
    [['abcdef'], 'def'],
    [['a', 'b', 'cd', 'ef'], 'def'],
    [['abc', 'def'], 'def'],
    [['abc'], ''],
  ])('reduces %j to %j', async (pieces, rest) => {
    expect(await after(...pieces)).toBe(rest);
  });

  it.each([[['xbcdef']], [['ab', 'x', 'def']], [['abX']]])(
    'rejects %j as another file',
    async (pieces) => {
      await expect(after(...pieces)).rejects.toThrow('another file');
    },
  );

  it.each([[['ab']], [['']], [[]]])(
    'treats an end within the overlap, %j, as an interruption',
    async (pieces) => {
      await expect(after(...pieces)).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
    },
  );
});
