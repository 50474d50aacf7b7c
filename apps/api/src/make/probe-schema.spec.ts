import {
  correctProbe,
  probeOfPackets,
  probeSchema,
  toProbe,
  withoutDurations,
} from './probe-schema.js';

const read = (output: unknown): ReturnType<typeof toProbe> => toProbe(probeSchema.parse(output));

describe('toProbe', () => {
  it('reads video and audio, and leaves out covers, subtitles and data', () => {
    const streams = [
      { codec_type: 'video', codec_name: 'h264', duration: '12.000000' },
      { codec_type: 'audio', codec_name: 'aac', duration: '11.98' },
      { codec_type: 'video', codec_name: 'mjpeg', disposition: { attached_pic: 1 } },
      { codec_type: 'subtitle', codec_name: 'mov_text' },
      { codec_type: 'data' },
    ];
    expect(read({ streams, format: { duration: '12.1' } })).toMatchObject({
      durationSeconds: 12.1,
      guessed: false,
      isCounted: false,
      startSeconds: 0,
      streams: [
        { type: 'video', codec: 'h264', durationSeconds: 12, frames: null },
        { type: 'audio', codec: 'aac', durationSeconds: 11.98, frames: null },
      ],
    });
  });

  it.each([
    [{ duration: '12.5' }, 12.5],
    [{ duration: 'N/A' }, null],
    [{ duration: '0.000' }, null],
    [{ duration: '-1' }, null],
    [{}, null],
    [{ tags: { DURATION: '00:00:12.008000000' } }, 12.008],
    [{ tags: { 'DURATION-eng': '01:02:03.5' } }, 3723.5],
    [{ tags: { DURATION: 'long' } }, null],
    [{ duration: '5', tags: { DURATION: '00:00:12' } }, 5],
  ])('%j lasts %s s', (stream, seconds) => {
    const { streams } = read({ streams: [{ codec_type: 'video', codec_name: 'vp9', ...stream }] });
    expect(streams[0]?.durationSeconds).toBe(seconds);
  });

  it('marks guessed durations, and can omit them', () => {
    const streams = [{ codec_type: 'audio', codec_name: 'aac', duration: '3378' }];
    const probe = read({ streams, format: { format_name: 'aac', duration: '3378' } });
    expect(probe).toMatchObject({ guessed: true, durationSeconds: 3378 });
    expect(withoutDurations(probe)).toMatchObject({
      durationSeconds: null,
      guessed: true,
      streams: [{ type: 'audio', codec: 'aac', durationSeconds: null }],
    });
  });

  it.each([
    [
      'video with B-frames',
      { avg_frame_rate: '30000/1001', r_frame_rate: '30000/1001', has_b_frames: 2 },
      { packetRate: 30_000 / 1001, isReordered: true, isEven: true },
    ],
    [
      'video with a variable rate',
      { avg_frame_rate: '174/5', r_frame_rate: '60/1', has_b_frames: 0 },
      { packetRate: 60, isReordered: false, isEven: false },
    ],
    ['video whose rate is that of its clock', { r_frame_rate: '90000/1' }, { packetRate: null }],
    ['video of an unknown rate', { avg_frame_rate: '0/0' }, { packetRate: null }],
    [
      'AAC',
      { codec_type: 'audio', codec_name: 'aac', sample_rate: '48000' },
      { packetRate: 46.875, isEven: true },
    ],
    [
      'audio of an unknown codec',
      { codec_type: 'audio', sample_rate: '48000' },
      { packetRate: null },
    ],
  ])('determines the packet timing of %s', (_, stream, timing) => {
    const { streams } = read({
      streams: [{ codec_type: 'video', ...stream }],
      format: { format_name: 'mov,mp4,m4a,3gp,3g2,mj2' },
    });
    expect(streams[0]).toMatchObject(timing);
  });

  it('treats Matroska timestamps as uneven because of their millisecond clock', () => {
    const rates = { avg_frame_rate: '30/1', r_frame_rate: '30/1' };
    const streams = [{ codec_type: 'video', codec_name: 'vp9', ...rates }];
    const { streams: found } = read({ streams, format: { format_name: 'matroska,webm' } });
    expect(found[0]?.isEven).toBe(false);
  });

  it.each([[{}], [{ streams: [] }], [{ streams: [], format: {} }]])(
    'finds no streams in %j',
    (output) => {
      expect(read(output)).toEqual({
        durationSeconds: null,
        guessed: false,
        isCounted: false,
        startSeconds: 0,
        streams: [],
      });
    },
  );

  it.each([[{ streams: 'many' }], [{ streams: [{}] }], ['text'], [null]])(
    'rejects %j',
    (output) => {
      expect(() => read(output)).toThrow();
    },
  );
});

describe('correctProbe', () => {
  const guessed = read({
    streams: [
      { codec_type: 'video', codec_name: 'h264', duration: '9' },
      { codec_type: 'audio', codec_name: 'aac', duration: '9' },
    ],
    format: { duration: '9' },
  });
  const scan = (type: 'video' | 'audio', start: number, end: number) => ({
    ...{ type, codec: 'any', packets: 50, leading: 0, bytes: 1000 },
    ...{ start, end, last: end - 0.5, jumps: 0, keys: [], pixels: 0 },
  });

  it('replaces durations with those measured from the packets of each stream', () => {
    const { durationSeconds, streams } = correctProbe(guessed, [
      scan('video', 1, 13),
      scan('audio', 0, 12.5),
    ]);
    expect(durationSeconds).toBe(13);
    expect(streams).toMatchObject([
      { type: 'video', durationSeconds: 11.5, frames: 50 },
      { type: 'audio', durationSeconds: 12, frames: 50 },
    ]);
  });

  it('keeps the durations of streams without packets', () => {
    const { durationSeconds, streams } = correctProbe(guessed, [scan('video', 0, 5)]);
    expect(durationSeconds).toBe(5);
    expect(streams.map((stream) => stream.durationSeconds)).toEqual([4.5, 9]);
    expect(correctProbe(guessed, [scan('audio', Infinity, -Infinity)])).toEqual(guessed);
  });

  it('describes a file from its packets alone', () => {
    expect(probeOfPackets([scan('video', 1, 13), scan('audio', 0, 12.5)])).toMatchObject({
      durationSeconds: 13,
      streams: [
        { type: 'video', codec: 'any', durationSeconds: 11.5, frames: 50 },
        { type: 'audio', codec: 'any', durationSeconds: 12, frames: 50 },
      ],
    });
    expect(probeOfPackets([])).toBeNull();
  });
});
