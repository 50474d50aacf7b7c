import { useState } from 'react';
import { deviceStore } from '../../../lib/browser/browser-store.js';

/** What this device recommends in results: the usual file, the original audio, or MP3. */
export const DEVICE_CHOICES = ['usual', 'sound', 'mp3'] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

const KEY = 'recommended';

function kept(): DeviceChoice {
  const value = deviceStore.read(KEY);
  return DEVICE_CHOICES.find((choice) => choice === value) ?? 'usual';
}

/** Returns this device's choice and its setter. Must not be used during server rendering. */
export function useDeviceChoice(): readonly [DeviceChoice, (choice: DeviceChoice) => void] {
  const [choice, setChoice] = useState(kept);
  return [
    choice,
    (next) => {
      deviceStore.write(KEY, next);
      setChoice(next);
    },
  ];
}
