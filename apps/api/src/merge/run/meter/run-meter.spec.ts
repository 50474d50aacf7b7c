import { RunMeter } from './run-meter.js';

const PAIR = { estimates: [900, 100], isAudio: false };
const SOUND = { estimates: [100], isAudio: true };

describe('RunMeter', () => {
  it('measures a single file like ProgressMeter', () => {
    const meter = new RunMeter(PAIR);
    meter.file.addBytes(0, 500);
    expect([meter.read(0).progress, meter.arrived, meter.isPart]).toEqual([45, 500, false]);
    meter.file.merging(1);
    expect(meter.read(1)).toMatchObject({ progress: 98, stage: 'merging' });
  });

  it('does not count bytes that arrived before a file was measured', () => {
    const meter = new RunMeter({ estimates: [], isAudio: false });
    meter.file.addBytes(0, 500);
    expect(meter.read(0).progress).toBe(0);
    meter.measure(SOUND);
    meter.file.addBytes(0, 50);
    expect([meter.read(1).progress, meter.isAudio]).toEqual([45, true]);
  });

  it('weights several files equally and never falls', () => {
    const meter = new RunMeter({ estimates: [], isAudio: false });
    const seen: number[] = [];
    const look = (): void => void seen.push(meter.read(seen.length * 1000).progress);
    for (let done = 0; done < 4; done += 1) {
      meter.begin({ done, of: 4 });
      look();
      // One file fails before its size is known, and one is fetched twice.
      if (done !== 1) {
        meter.measure(PAIR);
        meter.file.addBytes(0, 900);
        look();
        meter.file.startOver();
        look();
        meter.file.addBytes(0, 900);
        meter.file.addBytes(1, 100);
        meter.file.checking();
        look();
      }
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen[0]).toBe(0);
    expect(seen.slice(-4)).toEqual([75, 95.3, 95.3, 99.8]);
    expect(meter.arrived).toBe(3000);
  });

  it('estimates the time left from the finished files', () => {
    const meter = new RunMeter({ estimates: [], isAudio: false });
    meter.begin({ done: 0, of: 10 });
    expect(meter.read(0).etaSeconds).toBeNull();
    meter.begin({ done: 1, of: 10 });
    expect(meter.read(20_000).etaSeconds).toBe(180);
  });

  it('counts the files that follow, even while the current one is verified', () => {
    const meter = new RunMeter({ estimates: [], isAudio: false });
    meter.begin({ done: 0, of: 3 });
    meter.read(0);
    meter.begin({ done: 1, of: 3 });
    expect(meter.read(4000).etaSeconds).toBe(8);
    meter.measure(SOUND);
    meter.file.addBytes(0, 100);
    meter.file.checking();
    // The second file takes twice as long as the first, and the third has not begun.
    for (let now = 4250; now <= 12_000; now += 250) {
      expect(meter.read(now).etaSeconds).toBeGreaterThanOrEqual(4);
    }
  });

  it('shows no time left while the last file takes longer than expected', () => {
    const meter = new RunMeter({ estimates: [], isAudio: false });
    meter.begin({ done: 0, of: 2 });
    meter.read(0);
    meter.begin({ done: 1, of: 2 });
    expect(meter.read(2000).etaSeconds).toBe(2);
    for (let now = 2250; now < 10_000; now += 250) {
      meter.read(now);
    }
    expect(meter.read(10_000).etaSeconds).toBeNull();
  });
});
