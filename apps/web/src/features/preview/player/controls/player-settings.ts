import { deviceStore } from '../../../../lib/browser/browser-store.js';

/** A visitor's playback settings. */
export interface PlayerSettings {
  /** Between 0 and 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** 1 is the normal speed. */
  readonly speed: number;
}

/** The speeds that the page offers. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const KEY = 'player';
const DEFAULTS: PlayerSettings = { volume: 1, muted: false, speed: 1 };
/** Outside this range, browsers mute the audio or refuse the speed. */
const SPEED_RANGE = [0.25, 4] as const;

function within(value: unknown, [least, most]: readonly [number, number], otherwise: number) {
  return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}

/** Parses stored settings, replacing invalid values with defaults. */
export function parseSettings(value: unknown): PlayerSettings {
  const { volume, muted, speed } = Object(value) as Record<string, unknown>;
  return {
    volume: within(volume, [0, 1], DEFAULTS.volume),
    muted: muted === true,
    speed: within(speed, SPEED_RANGE, DEFAULTS.speed),
  };
}

export function playerSettings(): PlayerSettings {
  return parseSettings(deviceStore.read(KEY));
}

export function keepPlayerSettings(settings: PlayerSettings): void {
  deviceStore.write(KEY, settings);
}

/** Returns the next offered speed below or above `speed`, or `speed` itself at either end. */
export function nextSpeed(speed: number, by: -1 | 1): number {
  return (
    (by === 1
      ? SPEEDS.find((offered) => offered > speed)
      : SPEEDS.findLast((offered) => offered < speed)) ?? speed
  );
}
