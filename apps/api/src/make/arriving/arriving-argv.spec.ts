import type { Decoded } from '../gate/decode-plan.js';
import type { Probe } from '../probe-schema.js';
import { arrivingArgv, type ArrivingInput } from './arriving-argv.js';

const probe = (type: 'video' | 'audio', codec: string): Probe => ({
  ...{ durationSeconds: 10, startSeconds: 0, guessed: false, isCounted: false },
  streams: [
    {
      ...{ type, codec, durationSeconds: 10, frames: 250, pixels: 0, packetRate: 25 },
      ...{ isReordered: false, isEven: true },
    },
  ],
});
const PAIR: ArrivingInput[] = [
  { probe: probe('video', 'h264'), wanted: ['video'], decoded: 'none' },
  { probe: probe('audio', 'aac'), wanted: ['audio'], decoded: 'none' },
];
const writing = { options: ['-c', 'copy', '-f', 'mp4'], offsets: [0, 0.5] };
const lineOf = (inputs: readonly ArrivingInput[], ...decoded: Decoded[]): string => {
  const given = inputs.map((input, index) => ({ ...input, decoded: decoded[index] ?? 'none' }));
  return arrivingArgv(given, writing, '/work/made').join(' ');
};

describe('arrivingArgv', () => {
  const line = lineOf(PAIR);

  it('reads a pipe for each source, with its offset', () => {
    expect(line).toMatch(/-i pipe:3 .*-itsoffset 0\.5 -i pipe:4 /);
    expect(line).not.toMatch(/-itsoffset .*-i pipe:3 /);
    expect(line).toMatch(/-protocol_whitelist file,pipe .*-protocol_whitelist file,pipe /);
  });

  it("writes the file, and lists the packets after the video's filter", () => {
    expect(line).toContain(' -c copy -f mp4 file:/work/made -map 0:V:0? -map 1:a:0? -c copy');
    expect(line).toMatch(/-copyinkf -bsf:v h264_mp4toannexb -f framecrc pipe:1$/);
    expect(lineOf(PAIR.slice(1))).not.toContain('-bsf:v');
  });

  it('reads files after the pipes, each with its options', () => {
    const more = { inputs: ['/work/source', '/work/tags'], inputOptions: [['-a'], ['-b']] };
    const argv = arrivingArgv(PAIR.slice(1), { ...writing, ...more, offsets: [] }, '/work/made');
    expect(argv.join(' ')).toMatch(
      / -a -i pipe:3 -protocol_\S+ \S+ \S+ \S+ -b -i file:\/work\/tags /,
    );
    expect(argv).not.toContain('file:/work/source');
  });

  it('decodes only if requested', () => {
    expect(line).not.toContain('-skip_loop_filter');
    const both = lineOf(PAIR, 'keys', 'all');
    expect(both).toMatch(/pipe:1 -map 0:V:0\? -map 1:a:0\? -f null -$/);
    expect(both).toMatch(/-threads 2 .*nokey .*-i pipe:3 -threads 2 .*-i pipe:4 /);
    expect(both.match(/nokey/g)).toHaveLength(1);
  });

  it('decodes only the sources for which that is requested', () => {
    const sound = lineOf(PAIR, 'none', 'all');
    expect(sound).toMatch(/-i pipe:3 -threads 2 .*-i pipe:4 /);
    expect(sound).toMatch(/-map 0:V:0\? -map 1:a:0\? .*pipe:1 -map 1:a:0\? -f null -$/);
  });

  it('verifies the checksums of FLAC that it decodes', () => {
    const pair = PAIR.map((input) =>
      input.wanted.includes('audio') ? { ...input, probe: probe('audio', 'flac') } : input,
    );
    expect(lineOf(pair, 'keys', 'all')).toMatch(/-i pipe:3 .*-err_detect:a crccheck .*-i pipe:4 /);
    expect(lineOf(pair)).not.toContain('crccheck');
    expect(lineOf(PAIR, 'keys', 'all')).not.toContain('crccheck');
  });

  it('reads the files themselves if they are given', () => {
    const paths = ['/work/source-0', '/work/source-1'];
    const argv = arrivingArgv(PAIR, writing, '/work/made', paths).join(' ');
    expect(argv).toMatch(/-i file:\/work\/source-0 .*-itsoffset 0\.5 -i file:\/work\/source-1 /);
    expect(argv).not.toContain('pipe:3');
  });
});
