import { muxOptions } from './mux-options.js';

const valuesOf = (options: readonly string[], flag: string): string[] =>
  options.flatMap((option, at) => (option === flag ? [options[at + 1] ?? ''] : []));
const choice = {
  container: 'mp4',
  inputs: 2,
  isAudio: false,
  title: 'T',
  moovSize: null,
} as const;

describe('muxOptions', () => {
  it.each([
    ['two streams', choice, ['0:V:0', '1:a:0']],
    ['a single file with all streams', { ...choice, inputs: 1 as const }, ['0:V:0?', '0:a:0?']],
    ['audio alone', { ...choice, inputs: 1 as const, isAudio: true, container: 'm4a' }, ['0:a:0']],
  ])('maps %s', (_, input, maps) => {
    expect(valuesOf(muxOptions(input), '-map')).toEqual(maps);
  });

  it.each([
    ['mp4', 'mp4', true],
    ['m4a', 'ipod', true],
    ['mov', 'mov', true],
    ['webm', 'webm', false],
    ['mkv', 'matroska', false],
    ['mka', 'matroska', false],
    ['mp3', 'mp3', false],
    ['flac', 'flac', false],
    ['ogg', 'ogg', false],
    ['opus', 'opus', false],
    ['something', 'matroska', false],
  ])('writes %s with the muxer %s, and the index in front: %s', (container, muxer, isFast) => {
    const options = muxOptions({ ...choice, container });
    expect(valuesOf(options, '-f')).toEqual([muxer]);
    expect(valuesOf(options, '-movflags')).toEqual(isFast ? ['+faststart'] : []);
    expect(valuesOf(options, '-c')).toEqual(['copy']);
  });

  it('reserves space for the index instead of a second pass when the size is known', () => {
    const roomy = muxOptions({ ...choice, moovSize: 5000 });
    expect(valuesOf(roomy, '-moov_size')).toEqual(['5000']);
    expect(valuesOf(roomy, '-movflags')).toEqual([]);
    expect(muxOptions({ ...choice, container: 'webm', moovSize: 5000 })).not.toContain(
      '-moov_size',
    );
  });

  it.each([
    ['-y /etc/passwd', 'title=-y /etc/passwd'],
    ['a\u0000b', 'title=ab'],
    ['line\nbreak; $(id)', 'title=line\nbreak; $(id)'],
    ['x'.repeat(200_000), `title=${'x'.repeat(1000)}`],
  ])('passes title %# as one argument of limited length', (title, expected) => {
    expect(valuesOf(muxOptions({ ...choice, title }), '-metadata')).toContain(expected);
  });

  it('drops all metadata of the source', () => {
    expect(valuesOf(muxOptions(choice), '-map_metadata')).toEqual(['-1']);
  });
});
