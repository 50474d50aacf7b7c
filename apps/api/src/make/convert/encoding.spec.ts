import type { ProbedStream } from '../probe-schema.js';
import { encodingOf } from './encoding.js';

const sound = (channels: number): ProbedStream => ({
  ...{ type: 'audio', codec: 'aac', durationSeconds: 60, frames: null, pixels: 0 },
  ...{ packetRate: null, isReordered: false, isEven: true },
  sound: { kbps: 128, hz: 48_000, channels, bits: null, profile: 'LC' },
});

it.each([
  ['opus', 1, 320, 256],
  ['opus', 2, 320, 320],
  ['opus', 6, 320, 320],
  ['m4a', 1, 64, 64],
  ['mp3', 1, 320, 320],
] as const)(
  'encodes %s with %i channels for a requested %i kbit/s at %i',
  (to, channels, asked, kbps) => {
    const { options } = encodingOf(to, asked, sound(channels));
    expect(options[options.indexOf('-b:a') + 1]).toBe(`${kbps}k`);
  },
);

it.each([
  ['alac', 24, 's32'],
  ['alac', 16, 's16'],
  ['alac', null, 's16'],
  ['aac', 24, 's16'],
] as const)('stores %s with %s bits per sample as FLAC in %s', (codec, bits, format) => {
  const stream = sound(2);
  const source = { ...stream, codec, sound: { ...stream.sound, bits } } as ProbedStream;
  const { options } = encodingOf('flac', null, source);
  expect(options[options.indexOf('-sample_fmt') + 1]).toBe(format);
});
