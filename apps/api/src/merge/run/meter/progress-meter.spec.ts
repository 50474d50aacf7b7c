import { ProgressMeter } from './progress-meter.js';

const MB = 1024 * 1024;

describe('ProgressMeter', () => {
  it('weights video and audio by their bytes', () => {
    const meter = new ProgressMeter([90 * MB, 10 * MB]);
    meter.addBytes(0, 45 * MB);
    expect(meter.read(0).progress).toBe(40.5);
    meter.addBytes(1, 10 * MB);
    expect(meter.read(1).progress).toBe(49.5);
  });

  it('passes through the stages and reaches 100 only when the file is published', () => {
    const meter = new ProgressMeter([100, 50]);
    const seen = [meter.read(0)];
    meter.addBytes(0, 100);
    seen.push(meter.read(1));
    meter.addBytes(1, 50);
    seen.push(meter.read(2));
    meter.merging(0);
    seen.push(meter.read(3));
    meter.merging(0.5);
    seen.push(meter.read(4));
    meter.merging(7);
    seen.push(meter.read(5));
    meter.checking();
    seen.push(meter.read(6));
    expect(seen.map(({ stage, progress }) => [stage, progress])).toEqual([
      ['video', 0],
      ['audio', 60],
      ['audio', 90],
      ['merging', 90],
      ['merging', 94],
      ['merging', 98],
      ['checking', 99],
    ]);
  });

  it('counts what is written while sources arrive as part of combining', () => {
    const meter = new ProgressMeter([100], { fetching: 40, merging: 58, checking: 2 });
    meter.addBytes(0, 50);
    meter.writing(0.5);
    const seen = [meter.read(0)];
    meter.addBytes(0, 50);
    meter.writing(0.9);
    seen.push(meter.read(1));
    meter.merging(0);
    seen.push(meter.read(2));
    meter.writing(1);
    seen.push(meter.read(3));
    expect(seen.map(({ stage, progress }) => [stage, progress])).toEqual([
      ['video', 49],
      ['video', 92.2],
      ['merging', 92.2],
      ['merging', 98],
    ]);
  });

  it('never falls when lost bytes are fetched again', () => {
    const meter = new ProgressMeter([100 * MB]);
    meter.addBytes(0, 60 * MB);
    const before = meter.read(0).progress;
    meter.addBytes(0, -60 * MB);
    expect([meter.read(1).progress, meter.arrived]).toEqual([before, 0]);
    meter.addBytes(0, 80 * MB);
    expect(meter.read(2).progress).toBe(72);
  });

  it.each([
    ['too small', 10 * MB, 100 * MB],
    ['too large', 1000 * MB, 100 * MB],
    ['unknown', null, 100 * MB],
    ['a placeholder', 0, 100 * MB],
  ])('keeps advancing when the size is %s at first', (_, estimate, total) => {
    const meter = new ProgressMeter([estimate]);
    let last = 0;
    for (let at = 1; at <= 100; at += 1) {
      meter.addBytes(0, MB);
      if (at === 50) {
        meter.setTotal(0, total);
      }
      const { progress } = meter.read(at);
      expect(progress).toBeGreaterThanOrEqual(last);
      expect(progress).toBeLessThanOrEqual(90);
      last = progress;
    }
    expect(last).toBe(90);
  });

  it('creeps towards the end of fetching when the size is never known', () => {
    const meter = new ProgressMeter([null, null]);
    const seen = Array.from({ length: 50 }, (_, at) => {
      meter.addBytes(at % 2, 20 * MB);
      return meter.read(at).progress;
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThan(90);
    expect(seen[0]).toBeGreaterThan(0);
  });

  it('averages the speed over three seconds, and keeps the remaining time stable during a burst', () => {
    const meter = new ProgressMeter([100 * MB]);
    expect(meter.read(0)).toMatchObject({ speed: null, etaSeconds: null });
    meter.addBytes(0, MB);
    expect(meter.read(1000)).toMatchObject({ speed: MB, etaSeconds: null });
    meter.addBytes(0, MB);
    // The estimate is 98 s for fetching, and 2 s for finishing.
    expect(meter.read(2000)).toMatchObject({ speed: MB, etaSeconds: 100 });
    meter.addBytes(0, 10 * MB);
    const gust = meter.read(3000);
    expect(gust.speed).toBe(4 * MB);
    // The rate of these 3 s alone would give 42 s.
    expect(gust.etaSeconds).toBeGreaterThan(90);
  });

  it.each([
    ['nothing has arrived for a while', [50 * MB], 0, { speed: 0, etaSeconds: null }],
    ['the size is unknown', [null], MB, { speed: MB / 2, etaSeconds: null }],
    ['bytes were discarded', [50 * MB], -5 * MB, { speed: 0, etaSeconds: null }],
  ])('shows no remaining time when %s', (_, sizes, change, expected) => {
    const meter = new ProgressMeter(sizes);
    meter.addBytes(0, 10 * MB);
    meter.read(0);
    meter.addBytes(0, change);
    expect(meter.read(2000)).toMatchObject(expected);
  });

  it('has no speed once everything is fetched', () => {
    const meter = new ProgressMeter([10]);
    meter.addBytes(0, 10);
    meter.read(0);
    meter.merging(0.1);
    expect(meter.read(5000)).toMatchObject({ speed: null, etaSeconds: null });
  });

  it('keeps estimating the time left while a large file is joined and checked', () => {
    const meter = new ProgressMeter([600 * MB]);
    meter.addBytes(0, 600 * MB);
    meter.merging(0);
    expect(meter.read(0).etaSeconds).toBe(10);
    meter.checking();
    expect(meter.read(7500).etaSeconds).toBe(3);
    expect(meter.read(20_000).etaSeconds).toBe(1);
  });

  it('ignores an unknown source', () => {
    const meter = new ProgressMeter([100]);
    meter.addBytes(3, 50);
    meter.setTotal(3, 50);
    expect([meter.arrived, meter.read(0).progress]).toEqual([0, 0]);
  });

  it('counts bytes from an earlier run, but not towards the speed', () => {
    const meter = new ProgressMeter([1000]);
    meter.read(0);
    meter.keepBytes(0, 500);
    meter.addBytes(0, 100);
    expect(meter.read(1000)).toMatchObject({ progress: 54, speed: 100 });
  });

  it('advances while the file is uploaded, knows the time left, and stops short of 100', () => {
    const meter = new ProgressMeter([1000 * MB]);
    meter.addBytes(0, 1000 * MB);
    meter.checking();
    meter.publishing(0);
    expect(meter.read(0)).toMatchObject({ stage: 'checking', progress: 99, etaSeconds: null });
    meter.publishing(0.5);
    expect(meter.read(10_000)).toMatchObject({ progress: 99.5, etaSeconds: 10 });
    // A repeated upload starts over, but the progress never falls.
    meter.publishing(0.1);
    expect(meter.read(11_000)).toMatchObject({ progress: 99.5 });
    meter.publishing(1);
    expect(meter.read(20_000)).toMatchObject({ progress: 99.9 });
  });

  it('stays where it is while everything is fetched again', () => {
    const meter = new ProgressMeter([1000]);
    meter.addBytes(0, 1000);
    meter.checking();
    expect(meter.read(0)).toMatchObject({ stage: 'checking', progress: 99 });
    meter.startOver();
    meter.addBytes(0, 10);
    expect(meter.read(1000)).toMatchObject({ stage: 'video', progress: 99 });
    expect(meter.arrived).toBe(10);
  });

  it('reports how long the fetch will take, not the whole task', () => {
    const meter = new ProgressMeter([8000 * MB]);
    const seen = Array.from({ length: 8 }, (_, second) => {
      const { etaSeconds } = meter.read(second * 1000);
      const { fetchSeconds } = meter;
      meter.addBytes(0, 1000 * MB);
      return [fetchSeconds, etaSeconds !== null && etaSeconds > 60];
    });
    expect(seen[0]).toEqual([null, false]);
    expect(seen.slice(2)).toEqual([6, 5, 4, 3, 2, 1].map((seconds) => [seconds, true]));
    meter.merging(0);
    expect(meter.fetchSeconds).toBeNull();
  });
});
