import { metrics } from '../metrics/metrics.js';
import { measureChild, programLabel } from './child-metrics.js';

describe('programLabel', () => {
  it.each([
    ['/usr/bin/ffmpeg', 'ffmpeg'],
    ['ffprobe', 'ffprobe'],
    ['/data/programs/yt-dlp', 'yt-dlp'],
    ['/usr/bin/python3.11', 'yt-dlp'],
    [process.execPath, 'node'],
    ['/opt/my-own-ffmpeg', 'other'],
  ])('of %s is %s', (command, label) => {
    expect(programLabel(command)).toBe(label);
  });
});

it('counts a child once while it runs, however often its end is reported', () => {
  const running = (): number =>
    metrics.read('dipper_child_processes').find(({ labels }) => labels.program === 'deno')?.value ??
    0;
  const before = running();
  const end = measureChild('deno');
  expect(running()).toBe(before + 1);
  end('ok');
  end('exit');
  expect(running()).toBe(before);
});
