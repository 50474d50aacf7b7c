import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SegmentGate } from '../inspection/segment-check.js';
import type { SegmentedStream } from './segmented-stream.js';
import { SegmentsDownload } from './segments-download.js';
import type { Segment } from '../client/source-stream.js';
import { Fetching } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { shortenWaits } from '../testing/short-waits.js';
import { EXPECTED, acceptAll } from '../testing/accept-all.js';

const COUNT = 8;
/** Number of segments that the interrupted run appended. */
const APPENDED = 5;
const IV = Buffer.alloc(16, 9);
const KEY = Buffer.alloc(16, 7);

const bodyOf = (at: number): Buffer => Buffer.alloc(5000 + at * 100, at + 1);
const wholeOf = (...indexes: number[]): Buffer => Buffer.concat(indexes.map(bodyOf));
const WHOLE = wholeOf(...Array(COUNT).keys());
function encrypted(body: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, IV);
  return Buffer.concat([cipher.update(body), cipher.final()]);
}

shortenWaits();

describe('SegmentsDownload after an interrupted run', () => {
  let server: http.Server;
  let base: string;
  let asked: string[];
  /** The body for each path; null for a missing segment. */
  let bodies: (path: string) => Buffer | null;
  let first: Fetching;
  let next: Fetching;

  beforeEach(async () => {
    asked = [];
    server = http.createServer((request, response) => {
      const { pathname, search } = new URL(request.url ?? '', 'http://source.invalid');
      const body = bodies(pathname + search);
      const { range } = request.headers;
      asked.push(range === undefined ? pathname + search : `${pathname} ${range}`);
      if (body === null) {
        response.writeHead(403).end();
        return;
      }
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const part = start === undefined ? body : body.subarray(Number(start), Number(end) + 1);
      response.writeHead(start === undefined ? 200 : 206, {
        'content-type': 'video/mp4',
        'content-length': part.length,
        ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${body.length}` }),
      });
      response.end(part);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    [first, next] = await Promise.all([
      Fetching.start({ clock: new ManualClock() }),
      Fetching.start({ clock: new ManualClock() }),
    ]);
  });
  afterEach(async () => {
    await Promise.all([first.end(), next.end()]);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const numberIn = (path: string): number => Number(/seg(\d+)/.exec(path)?.[1]);
  const serveAll = (): void => {
    bodies = (path) => bodyOf(numberIn(path));
  };
  const streamOf = (
    change: (segment: Segment, at: number) => Segment = (one) => one,
    count = COUNT,
  ) =>
    ({
      segments: Array.from({ length: count }, (_, at) =>
        change({ url: `${base}/seg${at}.ts`, range: null, key: null, expected: EXPECTED }, at),
      ),
      variant: '',
      origin: { url: `${base}/index.m3u8`, headers: {} },
    }) satisfies SegmentedStream;
  const download = async (
    fetching: Fetching,
    stream: SegmentedStream,
    gate: SegmentGate = acceptAll(),
  ): Promise<void> => {
    const run = new SegmentsDownload(first.path(), fetching.context(), gate);
    try {
      await run.run(stream);
    } finally {
      await run.close();
    }
  };
  /** Fetches only the first segments, because the source lacks the next one. */
  const breakOff = async (stream: SegmentedStream = streamOf()): Promise<void> => {
    const served = bodies;
    bodies = (path) => (numberIn(path) >= APPENDED ? null : served(path));
    await expect(download(first, stream)).rejects.toMatchObject({ status: 403 });
    asked.splice(0);
    bodies = served;
  };
  const onDisk = (): Promise<Buffer> => readFile(first.path());
  const expectWhole = async (whole = WHOLE): Promise<void> => {
    expect((await onDisk()).equals(whole)).toBe(true);
  };
  const expectAnew = async (): Promise<void> => {
    await expectWhole();
    expect([next.kept, next.arrived]).toEqual([0, WHOLE.length]);
    expect(new Set(asked).size).toBe(COUNT);
  };

  it('fetches what is missing, and the last segment again to verify the stream', async () => {
    serveAll();
    await breakOff();
    await download(
      next,
      streamOf((one) => ({ ...one, url: `${one.url}?token=new` })),
    );
    await expectWhole();
    expect(asked.map(numberIn).sort()).toEqual([4, 5, 6, 7]);
    const kept = wholeOf(0, 1, 2, 3).length;
    expect([next.kept, next.received]).toEqual([kept, WHOLE.length - kept]);
    expect(next.estimates[0]).toBe((wholeOf(0, 1, 2, 3, 4).length / 5) * COUNT);
  });

  it('discards a half-written segment', async () => {
    serveAll();
    await breakOff();
    // There are more appended bytes than missing ones.
    await writeFile(first.path(), Buffer.alloc(WHOLE.length, 99), { flag: 'a' });
    await download(next, streamOf());
    await expectWhole();
    expect(next.kept).toBe(wholeOf(0, 1, 2, 3).length);
  });

  it('resumes after a second interruption', async () => {
    serveAll();
    await breakOff();
    const served = bodies;
    bodies = (path) => (numberIn(path) === 7 ? null : served(path));
    await expect(download(next, streamOf())).rejects.toMatchObject({ status: 403 });
    bodies = served;
    asked.splice(0);
    const third = await Fetching.start({ clock: new ManualClock() });
    await download(third, streamOf());
    await third.end();
    await expectWhole();
    expect(asked.map(numberIn).sort()).toEqual([6, 7]);
    expect(third.arrived).toBe(WHOLE.length);
  });

  it('fetches only the last segment when all of them are on disk', async () => {
    serveAll();
    await download(first, streamOf());
    asked.splice(0);
    await download(next, streamOf());
    await expectWhole();
    expect(asked).toEqual(['/seg7.ts']);
  });

  it('continues with fresh URLs when those of the new run have expired too', async () => {
    serveAll();
    await breakOff();
    bodies = (path) => (path.includes('fresh') ? bodyOf(numberIn(path)) : null);
    const run = new SegmentsDownload(first.path(), next.context(), acceptAll());
    await expect(run.run(streamOf())).rejects.toMatchObject({ status: 403 });
    await run.run(streamOf((one) => ({ ...one, url: `${one.url}?fresh` })));
    await run.close();
    await expectWhole();
    expect(
      asked
        .filter((path) => path.includes('fresh'))
        .map(numberIn)
        .sort(),
    ).toEqual([4, 5, 6, 7]);
    expect(next.arrived).toBe(WHOLE.length);
  });

  it('resumes byte ranges of one resource', async () => {
    const starts = Array.from({ length: COUNT }, (_, at) => wholeOf(...Array(at).keys()).length);
    const ranged = streamOf((one, at) => {
      const start = starts[at] ?? 0;
      return {
        ...one,
        url: `${base}/all.mp4`,
        range: { start, end: start + bodyOf(at).length - 1 },
      };
    });
    let isWhole = false;
    bodies = () => (isWhole ? WHOLE : null);
    const gate = acceptAll();
    const stopping: SegmentGate = {
      ...gate,
      approve: async (index, segments) =>
        index < APPENDED ? gate.approve(index, segments) : Promise.reject(new Error('killed')),
    };
    isWhole = true;
    await expect(download(first, ranged, stopping)).rejects.toThrow('killed');
    asked.splice(0);
    await download(next, ranged);
    await expectWhole();
    const rangeOf = ({ range }: Segment): string => `/all.mp4 bytes=${range?.start}-${range?.end}`;
    expect([...asked].sort()).toEqual(ranged.segments.slice(4).map(rangeOf).sort());
  });

  it('counts the encrypted sizes of segments as received, and truncates the file to their decrypted size', async () => {
    const key = { url: `${base}/key`, iv: IV };
    const stream = streamOf((one) => ({ ...one, key }));
    bodies = (path) => (path === '/key' ? KEY : encrypted(bodyOf(numberIn(path))));
    const served = bodies;
    bodies = (path) => (path === '/key' || numberIn(path) < APPENDED ? served(path) : null);
    await expect(download(first, stream)).rejects.toMatchObject({ status: 403 });
    bodies = served;
    asked.splice(0);
    await download(next, stream);
    await expectWhole();
    expect([...asked].sort()).toEqual(['/key', '/seg4.ts', '/seg5.ts', '/seg6.ts', '/seg7.ts']);
    const bytes = (...indexes: number[]): number =>
      indexes.reduce((sum, at) => sum + encrypted(bodyOf(at)).length, 0);
    expect([next.kept, next.arrived]).toEqual([bytes(0, 1, 2, 3), bytes(...Array(COUNT).keys())]);
  });

  interface Note {
    boot: string;
    about: { stream: string; pieces: { arrived: number; bytes: number }[] };
  }
  const notePath = (): string => `${first.path()}.note`;
  const edit = async (change: (note: Note) => void): Promise<void> => {
    const note = JSON.parse(await readFile(notePath(), 'utf8')) as Note;
    change(note);
    await writeFile(notePath(), JSON.stringify(note));
  };

  it('records which segments have been written, but no secrets', async () => {
    serveAll();
    await breakOff(streamOf((one) => ({ ...one, url: `${one.url}?token=secret` })));
    const text = await readFile(notePath(), 'utf8');
    const { about } = JSON.parse(text) as Note;
    const sizes = [0, 1, 2, 3, 4].map((at) => bodyOf(at).length);
    expect(about.pieces).toEqual(sizes.map((bytes) => ({ arrived: bytes, bytes })));
    expect(text).not.toMatch(/secret|seg/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the system has rebooted', () => edit((note) => (note.boot = 'another'))],
    ['the file is shorter than its note says', () => truncate(first.path(), 20_000)],
    ['the file is gone', () => rm(first.path())],
    ['the note is damaged', () => writeFile(notePath(), '{')],
    [
      'a segment has no size',
      () => edit(({ about }) => about.pieces.push({ arrived: 5, bytes: 0 })),
    ],
    ['the note is about another stream', () => edit(({ about }) => (about.stream = 'another'))],
    ['the pieces are at other positions', () => edit(({ about }) => about.pieces.reverse())],
    [
      'there is only one segment, which proves nothing about the others',
      () => edit(({ about }) => about.pieces.splice(1)),
    ],
  ])('starts over when %s', async (_, change) => {
    serveAll();
    await breakOff();
    await change();
    await download(next, streamOf());
    await expectAnew();
  });

  it('starts over, without counting the bytes of the check, if the source has different bytes', async () => {
    serveAll();
    await breakOff();
    const others = (at: number): Buffer => Buffer.alloc(bodyOf(at).length, 99);
    bodies = (path) => others(numberIn(path));
    await download(next, streamOf());
    await expectWhole(Buffer.concat([...Array(COUNT).keys()].map(others)));
    expect([next.kept, next.arrived]).toEqual([0, WHOLE.length]);
  });

  it.each<[string, (stream: SegmentedStream) => SegmentedStream]>([
    ['has more segments', () => streamOf(undefined, COUNT + 1)],
    [
      'lists other files',
      () => streamOf((one) => ({ ...one, url: one.url.replace('.ts', '.m4s') })),
    ],
    ['is another variant', (stream) => ({ ...stream, variant: '{"BANDWIDTH":9}' })],
    [
      'has other ranges',
      () => streamOf((one, at) => (at === 6 ? { ...one, range: { start: 0, end: 99 } } : one)),
    ],
  ])('starts over when the stream %s', async (_, change) => {
    serveAll();
    await breakOff();
    const stream = change(streamOf());
    await download(next, stream);
    expect(next.kept).toBe(0);
    expect(new Set(asked).size).toBe(stream.segments.length);
    expect((await onDisk()).subarray(0, 5000)).toEqual(bodyOf(0));
  });

  it('starts over and checks everything again if the inspection finds a problem in existing data', async () => {
    serveAll();
    await breakOff();
    const gate = acceptAll();
    let isWary = true;
    const shown: number[] = [];
    await download(next, streamOf(), {
      ...gate,
      reset: () => void ([isWary] = [false]),
      approve: (index, segments) => {
        shown.push(index);
        return isWary && index === 2
          ? Promise.reject(new Error('zeros'))
          : gate.approve(index, segments);
      },
    });
    await expectAnew();
    expect(shown).toEqual([0, 1, 2, ...Array(COUNT).keys()]);
  });

  it('starts over if the inspection finds damage in existing data, even if damage is accepted', async () => {
    serveAll();
    await breakOff();
    let spans = [{ from: 4, to: 8 }];
    await download(next, streamOf(), {
      ...acceptAll(),
      reset: () => void (spans = []),
      get damage() {
        return spans;
      },
    });
    await expectAnew();
  });

  it('discards existing data when URLs expire and the new ones belong to another stream', async () => {
    serveAll();
    await breakOff();
    const served = bodies;
    bodies = (path) => (numberIn(path) === 7 ? null : served(path));
    const run = new SegmentsDownload(first.path(), next.context(), acceptAll());
    await expect(run.run(streamOf())).rejects.toMatchObject({ status: 403 });
    expect(next.kept).toBe(wholeOf(0, 1, 2, 3).length);
    bodies = served;
    await run.run({ ...streamOf(), variant: 'another' });
    await run.close();
    await expectWhole();
    expect(next.arrived).toBe(WHOLE.length);
  });

  it('records nothing after the first damage', async () => {
    serveAll();
    const gate = acceptAll();
    const damage = [{ from: 12, to: 16 }];
    let seen = 0;
    await download(first, streamOf(), {
      ...gate,
      approve: (index, segments) => ((seen = index), gate.approve(index, segments)),
      get damage() {
        return seen < 3 ? [] : damage;
      },
    });
    asked.splice(0);
    await download(next, streamOf());
    await expectWhole();
    expect(asked.map(numberIn).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it("ends with the signal's reason during the check, and keeps the data", async () => {
    serveAll();
    await breakOff();
    const gate = acceptAll();
    const stopping: SegmentGate = {
      ...gate,
      approve: (index, segments) => {
        next.abort.abort(new Error('shutdown'));
        return gate.approve(index, segments);
      },
    };
    await expect(download(next, streamOf(), stopping)).rejects.toThrow('shutdown');
    const third = await Fetching.start({ clock: new ManualClock() });
    asked.splice(0);
    await download(third, streamOf());
    await third.end();
    await expectWhole();
    expect(asked.map(numberIn).sort()).toEqual([4, 5, 6, 7]);
  });
});
