import type { Subtitles } from '@dipper/contract';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { deviceStore } from '../../../lib/browser/browser-store.js';
import { Select } from '../../../ui/form/select.js';
import { orderedSubtitles, subtitlesId } from '../../../entities/media/ordered-subtitles.js';
import { useCaptions } from './use-captions.js';

/**
 * The storage key of the subtitles last used on this device (`subtitlesId`). The stored value is ''
 * if the visitor switched subtitles off.
 */
const KEY = 'subtitle-language';

interface CaptionsProps {
  readonly media: RefObject<HTMLVideoElement | null>;
  /** Identifies the item in requests. */
  readonly offerId: string;
  readonly subtitles: readonly Subtitles[];
}

/**
 * The subtitle menu of a video. The language last used on this device is selected when playback
 * starts.
 */
export function Captions({ media, offerId, subtitles }: CaptionsProps) {
  const { t, i18n } = useTranslation('extras');
  const [chosen, setChosen] = useState<string | null>(null);
  const named = orderedSubtitles(
    subtitles,
    i18n.language,
    navigator.languages,
    t('subtitles.unknown'),
  );
  const one =
    named.find((each) => subtitlesId(each) === chosen) ??
    named.find(({ language }) => language === chosen) ??
    null;
  const phase = useCaptions(media, offerId, one);
  useEffect(() => {
    const last = deviceStore.read(KEY);
    const watched = new AbortController();
    if (typeof last === 'string') {
      const choose = () => setChosen((now) => now ?? last);
      media.current?.addEventListener('play', choose, { signal: watched.signal });
    }
    return () => watched.abort();
  }, [media]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label className="flex min-w-0 items-center gap-2 text-sm font-semibold">
        {t('captions.label')}
        <Select
          value={one === null ? '' : subtitlesId(one)}
          options={[
            { value: '', label: t('captions.off') },
            ...named.map((each) => ({
              value: subtitlesId(each),
              label: each.machine
                ? t('captions.machineMade', { language: each.shownName })
                : each.shownName,
            })),
          ]}
          onChoose={(id) => {
            setChosen(id);
            deviceStore.write(KEY, id);
          }}
          className="max-w-60 min-w-0 px-2 font-normal"
        />
      </label>
      <p role="status" className={`text-sm ${phase === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {(phase === 'fetching' || phase === 'failed') && t(`captions.${phase}`)}
      </p>
    </div>
  );
}
