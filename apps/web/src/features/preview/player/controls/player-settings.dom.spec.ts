import { keepPlayerSettings, nextSpeed, parseSettings, playerSettings } from './player-settings.js';

const DEFAULTS = { volume: 1, muted: false, speed: 1 };

describe('parseSettings', () => {
  it.each([
    [
      { volume: 0.3, muted: true, speed: 2 },
      { volume: 0.3, muted: true, speed: 2 },
    ],
    [
      { volume: 0, speed: 0.25 },
      { volume: 0, muted: false, speed: 0.25 },
    ],
    [{ volume: 1.01, muted: 'yes', speed: 4.1 }, DEFAULTS],
    [{ volume: -1, speed: 0 }, DEFAULTS],
    [{ volume: '0.5', speed: null }, DEFAULTS],
    [{ volume: NaN, speed: Infinity }, DEFAULTS],
    [null, DEFAULTS],
    ['player', DEFAULTS],
    [[1, 2], DEFAULTS],
  ])('parses %j as %j', (value, settings) => {
    expect(parseSettings(value)).toEqual(settings);
  });
});

describe('the stored settings', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    window.localStorage.clear();
  });

  it('are restored', () => {
    keepPlayerSettings({ volume: 0.5, muted: true, speed: 1.5 });
    expect(playerSettings()).toEqual({ volume: 0.5, muted: true, speed: 1.5 });
  });

  it('are the defaults if the storage is corrupt', () => {
    window.localStorage.setItem('player', '{"volume":');
    expect(playerSettings()).toEqual(DEFAULTS);
  });

  it('are the defaults if storage is blocked or full', () => {
    for (const name of ['getItem', 'setItem'] as const) {
      jest.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('refused', 'QuotaExceededError');
      });
    }
    keepPlayerSettings({ volume: 0.5, muted: true, speed: 1.5 });
    expect(playerSettings()).toEqual(DEFAULTS);
  });
});

describe('nextSpeed', () => {
  it.each<[number, -1 | 1, number]>([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [1.1, 1, 1.25],
    [1.1, -1, 1],
    [3, 1, 3],
    [4, -1, 3],
    [0.5, -1, 0.5],
  ])('from %d by %d is %d', (speed, by, next) => {
    expect(nextSpeed(speed, by)).toBe(next);
  });
});
