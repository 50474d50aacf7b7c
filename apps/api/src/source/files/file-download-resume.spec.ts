import { readFile, truncate, writeFile } from 'node:fs/promises';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { FileDownload } from './file-download.js';
import { HostBudget } from '../lanes/host-budget.js';
import { OVERLAP_BYTES } from './seams.js';
import { Fetching } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { type ReceivedRequest, bytesOf, invert, TestSource } from '../testing/test-source.js';

const MIB = 2 ** 20;
/** The first request is for 1 MiB, and four lanes share the rest. */
const BODY = bytesOf(9 * MIB + 321);
const OTHER = invert(BODY);

describe('FileDownload after an interrupted run', () => {
  let source: TestSource;
  let first: Fetching;
  let next: Fetching;

  beforeEach(async () => {
    [source, first, next] = await Promise.all([
      TestSource.open(BODY),
      Fetching.start(),
      Fetching.start(),
    ]);
  });
  afterEach(async () => {
    await Promise.all([first.end(), next.end()]);
    await source.close();
  });

  const download = async (fetching: Fetching, url = source.url): Promise<void> => {
    const context = fetching.context({ budget: new HostBudget(new ManualClock()) });
    const file = new FileDownload(first.path(), context);
    try {
      await file.run({ url, headers: {} });
    } finally {
      await file.close();
    }
  };
  /** Sends the first bytes of the requested range, and nothing more. */
  const begin = (asked: ReceivedRequest, bytes: number, headers = {}): void => {
    const { start, end } = asked.range ?? { start: 0, end: BODY.length };
    source.head(asked, headers);
    asked.response.write(BODY.subarray(start, Math.min(end, start + bytes)));
  };
  /**
   * Fetches some bytes of each of the first parts.
   * @returns the number of bytes on disk.
   */
  const breakOff = async (headers = {}): Promise<number> => {
    source.answer = (asked) =>
      asked.number < 1 ? source.serve(asked, headers) : begin(asked, 2 * MIB, headers);
    const running = download(first);
    running.catch(() => undefined);
    // Up to 1 MiB of each part may still be in memory.
    await waitUntil(() => first.arrived > 4 * MIB, 'the first bytes');
    first.abort.abort(new Error('killed'));
    await expect(running).rejects.toThrow('killed');
    source.asked.splice(0);
    source.answer = (asked) => source.serve(asked, headers);
    return first.arrived;
  };
  const expectWhole = async (body = BODY): Promise<void> => {
    expect(await first.holds(body)).toBe(true);
    expect(next.arrived).toBe(body.length);
  };
  const notePath = (): string => `${first.path()}.note`;

  it.each([{}, { etag: undefined }])('fetches only what is missing, with %j', async (headers) => {
    const kept = await breakOff(headers);
    await download(next);
    await expectWhole();
    expect([next.kept, next.received]).toEqual([kept, BODY.length - kept]);
    const asked = source.asked.reduce(
      (sum, { range }) => sum + (range?.end ?? 0) - (range?.start ?? 0),
      0,
    );
    expect(asked).toBe(BODY.length - kept + source.asked.length * OVERLAP_BYTES);
    expect(source.asked.every(({ request }) => request.headers['if-range'] !== undefined)).toBe(
      !('etag' in headers),
    );
    expect(next.totals).toEqual([BODY.length]);
  });

  it('requests nothing when the whole file is on disk', async () => {
    await download(first);
    const asked = source.asked.length;
    await download(next);
    await expectWhole();
    expect([source.asked.length, next.kept]).toEqual([asked, BODY.length]);
  });

  it.each<[string, () => void]>([
    [
      'without an ETag',
      () => {
        source.answer = (asked) => {
          const { start, end } = asked.range ?? { start: 0, end: BODY.length };
          source.head(asked, { etag: undefined });
          asked.response.end(OTHER.subarray(start, end));
        };
      },
    ],
    [
      'with another ETag',
      () => {
        source.answer = (asked) => {
          source.head({ ...asked, range: null }, { etag: '"2"' });
          asked.response.end(OTHER);
        };
      },
    ],
  ])('starts over in parts when the file has changed %s', async (_, change) => {
    await breakOff({ etag: undefined });
    change();
    await download(next);
    await expectWhole(OTHER);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the system has rebooted', async () => edit((note) => (note.boot = 'another'))],
    ['the file is shorter than its note says', () => truncate(first.path(), 2 * MIB)],
    ['the note is damaged', () => writeFile(notePath(), '{')],
    ['the note omits bytes', async () => edit(({ about }) => about.missing.pop())],
    [
      'a part belongs to another file',
      async () => edit(({ about }) => about.seams.push(WRONG_SEAM)),
    ],
    [
      'the note is about another stream',
      async () => edit(({ about }) => (about.stream = 'another')),
    ],
  ])('starts over when %s', async (_, change) => {
    await breakOff();
    await change();
    await download(next);
    await expectWhole();
    expect([next.kept, next.received]).toEqual([0, BODY.length]);
  });

  const WRONG_SEAM = { at: MIB, bytes: 10, digest: '' };
  interface Note {
    boot: string;
    about: { stream: string; missing: unknown[]; seams: unknown[] };
  }
  const edit = async (change: (note: Note) => void): Promise<void> => {
    const note = JSON.parse(await readFile(notePath(), 'utf8')) as Note;
    change(note);
    await writeFile(notePath(), JSON.stringify(note));
  };

  it('compares parts whose neighbor arrives only after the restart', async () => {
    // The second part is complete. The first part, from another file, hasn't reached it yet.
    source.answer = (asked) =>
      asked.range?.start === 0 ? begin(asked, 1000) : source.serve(asked, { etag: undefined });
    const answer = source.answer;
    source.answer = (asked) =>
      asked.number === 0 ? begin(asked, 1000, { etag: undefined }) : answer(asked);
    const running = download(first);
    running.catch(() => undefined);
    await waitUntil(() => first.arrived >= 8 * MIB, 'all but the first part');
    first.abort.abort(new Error('killed'));
    await expect(running).rejects.toThrow('killed');
    const { about } = JSON.parse(await readFile(notePath(), 'utf8')) as Note;
    expect(about.seams).toHaveLength(1);
    // Sends the right file's bytes in the overlap, and then another file's up to the next part.
    source.answer = (asked) => {
      const { start, end } = asked.range ?? { start: 0, end: BODY.length };
      source.head(asked, { etag: undefined });
      const [good, bad] = [BODY.subarray(start, start + 5000), OTHER.subarray(start + 5000, end)];
      asked.response.end(
        asked.range?.end === MIB ? Buffer.concat([good, bad]) : BODY.subarray(start, end),
      );
    };
    await download(next);
    await expectWhole();
  });
});
