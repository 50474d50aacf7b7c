import { inspectBytes } from '../testing/inspect-bytes.js';

describe('packets of an MPEG transport stream', () => {
  const [PMT, VIDEO] = [0x100, 0x101];
  interface Packet {
    readonly pid: number;
    readonly counter: number;
    readonly payload: Buffer;
    readonly isStart?: boolean;
    readonly isNew?: boolean;
    readonly isBroken?: boolean;
  }
  function packet({ pid, counter, payload, isStart, isNew, isBroken }: Packet): Buffer {
    const head = Buffer.from([
      0x47,
      (isBroken ? 0x80 : 0) | (isStart ? 0x40 : 0) | (pid >> 8),
      pid & 255,
      0x30 | counter,
    ]);
    const stuffing = Buffer.alloc(188 - 4 - payload.length, 0xff);
    stuffing[0] = stuffing.length - 1;
    stuffing[1] = isNew ? 0x80 : 0;
    return Buffer.concat([head, stuffing, payload]);
  }
  const section = (table: number, body: number[]): Buffer =>
    Buffer.from([0, table, 0xb0, body.length + 9, 0, 1, 0xc1, 0, 0, ...body, 0, 0, 0, 0]);
  const pat = packet({ pid: 0, counter: 0, isStart: true, payload: section(0, [0, 1, 0xe1, 0]) });
  const pmt = packet({
    ...{ pid: PMT, counter: 0, isStart: true },
    payload: section(2, [0xe1, 1, 0xf0, 0, 0x1b, 0xe1, 1, 0xf0, 0]),
  });
  /** A frame that is presented at this time in seconds, in one packet. */
  const picture = (counter: number, seconds: number, changes: Partial<Packet> = {}): Buffer => {
    const ticks = (seconds * 90_000) % 2 ** 33;
    const time = [
      0x21 | (Math.floor(ticks / 2 ** 30) << 1),
      Math.floor(ticks / 2 ** 22) & 255,
      (Math.floor(ticks / 2 ** 14) & 254) | 1,
      Math.floor(ticks / 2 ** 7) & 255,
      ((ticks * 2) & 254) | 1,
    ];
    const payload = Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, ...time, 0, 0, 1, 9]);
    return packet({ pid: VIDEO, counter, isStart: true, payload, ...changes });
  };
  /** A packet without media, with an adaptation field of this size. */
  const fieldsOnly = (bytes: number): Buffer =>
    Buffer.concat([
      Buffer.from([0x47, VIDEO >> 8, VIDEO & 255, 0x20, bytes]),
      Buffer.alloc(183, 0),
    ]);
  const tables = [pat, pmt];
  const three = [picture(0, 10), picture(1, 11), picture(2, 12)];

  it('measures the start and end of its video', async () => {
    const { problem, tracks, counters } = await inspectBytes(Buffer.concat([...tables, ...three]));
    expect([problem, tracks]).toEqual([
      null,
      [{ id: VIDEO, type: 'video', start: 10, end: 13, longestStep: 1 }],
    ]);
    expect(counters.get(VIDEO)).toEqual({ first: 0, last: 2, modulus: 16 });
  });

  it('follows a clock that wraps around', async () => {
    const wrap = 2 ** 33 / 90_000;
    const late = [picture(0, wrap - 1), picture(1, 0), picture(2, 1)];
    const { tracks } = await inspectBytes(Buffer.concat([...tables, ...late]));
    expect(tracks[0]?.end).toBeCloseTo(wrap + 2, 3);
  });

  it.each<[string, Buffer[], RegExp | null]>([
    ['a packet sent twice', [...tables, picture(0, 1), picture(0, 1), picture(1, 2)], null],
    [
      'a packet sent three times',
      [...tables, picture(0, 1), picture(0, 1), picture(0, 1)],
      /missing/,
    ],
    ['a missing packet', [...tables, picture(0, 1), picture(2, 3)], /missing/],
    [
      'an announced discontinuity',
      [...tables, picture(0, 1), picture(7, 3, { isNew: true })],
      null,
    ],
    [
      'counters that restart after new tables',
      [...tables, picture(4, 1), pat, picture(0, 3)],
      null,
    ],
    ['a corrupted packet', [...tables, picture(0, 1, { isBroken: true })], /no whole/],
    ['a packet without media', [...tables, picture(0, 1), fieldsOnly(183), picture(1, 2)], null],
    [
      'an adaptation field longer than its packet',
      [...tables, fieldsOnly(184)],
      /without contents/,
    ],
    ['no tables', three, /no table/],
    ['timestamps that go back', [...tables, picture(0, 9), picture(1, 3)], /goes back/],
    ['half a packet', [...tables, picture(0, 1), picture(1, 2).subarray(0, 99)], /is truncated/],
    ['zeros', [...tables, picture(0, 1), Buffer.alloc(188 * 5)], /no whole/],
    [
      'a packet that does not begin with a start code',
      [...tables, picture(0, 1, { payload: Buffer.alloc(40, 3) })],
      /does not begin/,
    ],
  ])('judges %s', async (_, packets, problem) => {
    const report = await inspectBytes(Buffer.concat(packets));
    expect(report.problem).toEqual(problem && expect.stringMatching(problem));
  });

  describe('with a table of streams in several packets', () => {
    /** A registration of AC-3, and descriptors that fill the table. */
    const descriptors = [5, 4, ...Buffer.from('AC-3'), 9, 200, ...Array<number>(200).fill(9)];
    const body = [
      ...[0xe1, 1, 0xf0, 0, 6, 0xe1, 2, 0xf0, descriptors.length, ...descriptors],
      ...[0x1b, 0xe1, 1, 0xf0, 0],
    ];
    const table = section(2, body);
    const part = (counter: number, payload: Buffer, isStart: boolean): Buffer =>
      packet({ pid: PMT, counter, payload, isStart });
    const sound = [0, 1, 2].map((at) => picture(at, at, { pid: 0x102 }));
    const problemAfter = async (...packets: Buffer[]): Promise<unknown> => {
      const { problem, tracks } = await inspectBytes(Buffer.concat([pat, ...packets]));
      return problem ?? tracks.map(({ id, type }) => [id, type]);
    };
    const streams = [
      [0x102, 'audio'],
      [VIDEO, 'video'],
    ];

    it('puts the table together', async () => {
      const packets = [part(0, table.subarray(0, 180), true), part(1, table.subarray(180), false)];
      expect(await problemAfter(...packets, ...sound, ...three)).toEqual(streams);
    });

    it('puts together a table whose end shares a packet with another table', async () => {
      const end = table.subarray(180);
      const packets = [
        part(0, table.subarray(0, 180), true),
        part(1, Buffer.concat([Buffer.from([end.length]), end, table.subarray(1, 60)]), true),
      ];
      expect(await problemAfter(...packets, ...sound, ...three)).toEqual(streams);
    });

    it.each([
      ['its end', [part(0, table.subarray(0, 180), true)]],
      ['its start', [part(1, table.subarray(180), false)]],
      [
        'a packet in between',
        [part(0, table.subarray(0, 100), true), part(2, table.subarray(100), false)],
      ],
    ])('does not use a table without %s', async (_, packets) => {
      expect(await problemAfter(...packets, ...sound, ...three)).toMatch(/no table/);
    });
  });

  describe('after another program', () => {
    const [PICTURES, SOUND, SPLICES] = [0x1b, 0x0f, 0x86];
    /** @param streams PID and type of each stream. */
    const program = (table: number, ...streams: (readonly [number, number])[]): Buffer =>
      Buffer.concat([
        packet({
          ...{ pid: 0, counter: 0, isStart: true },
          payload: section(0, [0, 1, 0xe0 | (table >> 8), table & 255]),
        }),
        packet({
          ...{ pid: table, counter: 0, isStart: true },
          payload: section(2, [
            ...[0xe1, 1, 0xf0, 0],
            ...streams.flatMap(([pid, type]) => [type, 0xe0 | (pid >> 8), pid & 255, 0xf0, 0]),
          ]),
        }),
      ]);
    const frames = (...pids: number[]): Buffer[] =>
      [0, 1, 2].flatMap((at) => pids.map((pid) => picture(at, at, { pid })));
    const before = Buffer.concat([
      program(0x1000, [0x100, PICTURES], [0x101, SOUND]),
      ...frames(0x100, 0x101),
    ]);
    const tracksOf = async (...packets: Buffer[]): Promise<unknown> => {
      const { problem, tracks } = await inspectBytes(before, Buffer.concat(packets));
      return problem ?? tracks.map(({ id, type }) => [id, type]).sort();
    };

    it("takes a stream's PID for a table", async () => {
      const tables = program(0x100, [0x101, SOUND], [0x102, PICTURES]);
      expect(await tracksOf(tables, ...frames(0x101, 0x102))).toEqual([
        [0x101, 'audio'],
        [0x102, 'video'],
      ]);
    });

    it('takes the types of streams from the new table', async () => {
      const tables = program(0x1000, [0x100, SOUND], [0x101, PICTURES]);
      expect(await tracksOf(tables, ...frames(0x100, 0x101))).toEqual([
        [0x100, 'audio'],
        [0x101, 'video'],
      ]);
    });

    it("takes a stream's PID for data", async () => {
      const tables = program(0x1000, [0x100, SPLICES], [0x101, SOUND], [0x102, PICTURES]);
      const data = packet({ pid: 0x100, counter: 0, isStart: true, payload: section(0xfc, [9]) });
      expect(await tracksOf(tables, data, ...frames(0x101, 0x102))).toEqual([
        [0x101, 'audio'],
        [0x102, 'video'],
      ]);
    });

    it('uses the known program without tables', async () => {
      expect(await tracksOf(...frames(0x100, 0x101))).toEqual([
        [0x100, 'video'],
        [0x101, 'audio'],
      ]);
    });
  });
});
