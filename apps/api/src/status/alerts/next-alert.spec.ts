import type { PlatformState } from '@dipper/contract';
import { nextAlert, type Told } from './next-alert.js';

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS;
const told = (isFailing: boolean, agoMs: number): Told => ({ isFailing, atMs: NOW - agoMs });

it.each<[Told | null, PlatformState, string | null]>([
  [null, 'failing', 'failing'],
  [null, 'working', null],
  [null, 'unsteady', null],
  [told(true, 2 * HOUR_MS), 'failing', null],
  [told(true, 2 * HOUR_MS), 'unsteady', null],
  [told(true, 2 * HOUR_MS), 'unknown', null],
  [told(true, 2 * HOUR_MS), 'working', 'working'],
  [told(true, HOUR_MS), 'working', 'working'],
  [told(true, HOUR_MS - 1), 'working', null],
  [told(false, 2 * HOUR_MS), 'failing', 'failing'],
  [told(false, HOUR_MS - 1), 'failing', null],
  [told(false, 2 * HOUR_MS), 'working', null],
])('after %j, the state %s leads to the message %j', (last, state, alert) => {
  const health = { state, failingSinceMs: null, isLonger: false };
  expect(nextAlert(last, health, NOW)).toBe(alert);
});
