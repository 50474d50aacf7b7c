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
  ])('%j is %j', (value, settings) => {
    expect(parseSettings(value)).toEqual(settings);
  });
});

describe('the settings of a device', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    window.localStorage.clear();
  });

  it('are there again', () => {
    keepPlayerSettings({ volume: 0.5, muted: true, speed: 1.5 });
    expect(playerSettings()).toEqual({ volume: 0.5, muted: true, speed: 1.5 });
  });

  it('are the defaults where others wrote into the storage', () => {
    window.localStorage.setItem('player', '{"volume":');
    expect(playerSettings()).toEqual(DEFAULTS);
  });

  it('are the defaults where the browser refuses its storage, or has no room', () => {
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
  ])('of %d by %d is %d', (speed, by, next) => {
    expect(nextSpeed(speed, by)).toBe(next);
  });
});
