import {
  GAP,
  aac,
  filtered,
  h264,
  lavfi,
  m4a,
  moving,
  mp4,
  noise,
  noisy,
  pair,
  plain,
  silence,
  x264,
  type Good,
} from './encode.js';

export const PICTURES: readonly Good[] = [
  pair('B-frames in a pyramid', plain(6, '-bf', '5', '-b_strategy', '2', '-refs', '4'), aac(6)),
  pair('no B-frames', plain(6, '-bf', '0'), aac(6)),
  pair(
    'a variable frame rate',
    h264(
      ...moving(8),
      ...filtered(
        "select='not(eq(mod(n,7),3))*not(between(mod(n,50),20,33))',noise=alls=15:allf=t",
      ),
      ...['-fps_mode', 'vfr', ...x264('-g', '60')],
    ),
    aac(8),
  ),
  pair('an open GOP', plain(8, '-bf', '3', '-x264-params', 'open-gop=1:keyint=48'), aac(8)),
  pair('periodic intra refresh', plain(6, '-x264-params', 'intra-refresh=1:keyint=60'), aac(6)),
  pair('several slices in a picture', plain(6, '-x264-params', 'slices=4'), aac(6)),
  pair('key frames only', plain(3, '-g', '1'), aac(3)),
  pair('a long GOP', plain(20, '-g', '10000', '-keyint_min', '10000'), aac(20)),
  pair('interlaced', plain(6, '-flags', '+ildct+ilme', '-x264opts', 'tff=1'), aac(6)),
  pair(
    'one picture for a minute',
    h264(
      ...lavfi('testsrc2=size=320x180:rate=25:duration=1'),
      ...filtered('trim=end_frame=1,loop=loop=1499:size=1:start=0,setpts=N/25/TB'),
      ...x264('-tune', 'stillimage', '-g', '250'),
    ),
    aac(60),
  ),
  pair('slides, one a second', h264(...moving(40, { rate: 1 }), ...x264('-g', '10')), aac(40)),
  pair(
    'slides, one in ten seconds',
    h264(...moving(60, { rate: 0.1 }), ...x264('-g', '3')),
    aac(60),
  ),
  pair(
    '60 pictures a second',
    h264(...moving(5, { rate: 60 }), ...noisy, ...x264('-g', '120')),
    aac(5),
  ),
  pair(
    '23.976 pictures a second',
    h264(
      ...lavfi('testsrc2=size=320x180:rate=24000/1001:duration=6'),
      ...noisy,
      ...x264('-g', '48'),
    ),
    aac(6),
  ),
  pair(
    'black',
    h264(...lavfi('color=black:size=320x180:rate=30:duration=10'), ...x264('-g', '250')),
    m4a('mp4a.40.2', ...silence(10), '-c:a', 'aac'),
  ),
  pair(
    'much noise, many bits',
    h264(...moving(2), ...filtered('noise=alls=100:allf=t,format=yuv420p'), ...x264('-crf', '10')),
    aac(2, '-b:a', '320k'),
  ),
  pair('a third of a second', plain(0.3), aac(0.3)),
  pair('one second', plain(1), aac(1)),
  pair(
    'ten minutes in few bits',
    h264(
      ...moving(600, { rate: 5, size: '160x90' }),
      ...x264('-preset', 'ultrafast', '-crf', '40', '-g', '50'),
    ),
    aac(600, '-b:a', '32k'),
  ),
  pair('10 bits', mp4('avc1.6e001e', ...moving(4), ...x264('-pix_fmt', 'yuv420p10le')), aac(4)),
  pair(
    'colour in full',
    mp4('avc1.f4001e', ...moving(4, { size: '321x181' }), ...x264('-pix_fmt', 'yuv444p')),
    aac(4),
  ),
  pair('turned by 90 degrees', plain(4, '-metadata:s:v', 'rotate=90'), aac(4)),
  pair('the index at the end', plain(4), aac(4, '-b:a', '64k')),
  pair(
    'the index at the front',
    plain(4, '-movflags', '+faststart'),
    aac(4, '-movflags', '+faststart'),
  ),
  pair(
    'fragments',
    plain(6, '-movflags', 'dash+global_sidx+delay_moov', '-frag_duration', '2000000'),
    aac(6, '-movflags', 'dash+global_sidx+delay_moov', '-frag_duration', '2000000'),
  ),
  pair(
    'fragments of one key frame each',
    plain(6, '-movflags', 'frag_keyframe+empty_moov+default_base_moof'),
    aac(6, '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '1000000'),
  ),
  pair(
    'a recording with a gap in both',
    h264(
      ...moving(10),
      ...filtered(`select='${GAP}',noise=alls=15:allf=t`),
      '-fps_mode',
      'passthrough',
      ...x264('-g', '30'),
    ),
    m4a('mp4a.40.2', ...noise(10), '-af', `aselect='${GAP}'`, '-c:a', 'aac'),
  ),
  pair(
    'a recording with a gap in the picture',
    h264(
      ...moving(10),
      ...filtered(`select='${GAP}',noise=alls=15:allf=t`),
      '-fps_mode',
      'passthrough',
      ...x264('-g', '30'),
    ),
    aac(10),
  ),
  pair('sound that ends a little earlier', plain(12), aac(11.3)),
  pair(
    'sound that starts later',
    plain(8),
    m4a('mp4a.40.2', '-itsoffset', '0.4', ...noise(7.6), '-c:a', 'aac'),
  ),
  pair(
    'times below zero',
    plain(6, '-output_ts_offset', '-0.2', '-avoid_negative_ts', 'disabled'),
    aac(6),
  ),
];
