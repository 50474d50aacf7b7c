import { type ListQuality, listQualitySchema } from '@dipper/contract';
import { useState } from 'react';
import { useHere } from '../../../site/here.js';
import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';

const KEY = 'list-quality';

/** The quality for the files of lists. The choice is stored on this device. */
export function useListQuality(): readonly [ListQuality, (quality: ListQuality) => void] {
  const { wish } = useHere();
  const [quality, setQuality] = useState<ListQuality>(() => {
    const stored = listQualitySchema.safeParse(readDevice(KEY));
    // On pages for audio, the last choice does not apply.
    return wish === 'sound' ? 'mp3' : stored.success ? stored.data : '720p';
  });
  const choose = (next: ListQuality) => {
    setQuality(next);
    writeDevice(KEY, next);
  };
  return [quality, choose];
}
