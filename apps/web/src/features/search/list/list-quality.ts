import { type ListQuality, listQualitySchema } from '@dipper/contract';
import { useState } from 'react';
import { useHere } from '../../../lib/here.js';
import { readDevice, writeDevice } from '../../../lib/device-store.js';

const KEY = 'list-quality';

/** What the files of lists are to be; kept on this device once it was chosen. */
export function useListQuality(): readonly [ListQuality, (quality: ListQuality) => void] {
  const { wish } = useHere();
  const [quality, setQuality] = useState<ListQuality>(() => {
    const stored = listQualitySchema.safeParse(readDevice(KEY));
    // Who comes for sound has not come for what they took last.
    return wish === 'sound' ? 'mp3' : stored.success ? stored.data : '720p';
  });
  const choose = (next: ListQuality) => {
    setQuality(next);
    writeDevice(KEY, next);
  };
  return [quality, choose];
}
