import { clockTime } from '@dipper/media';
import { Scissors, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { FoldArrow } from '../../../ui/icons/fold-arrow.js';
import { LazySection } from '../../../ui/loading/lazy-section.js';
import { useMedia } from '../address/shown-media.js';
import { FileRow, ROW } from '../other-files/file-row.js';
import { quickRange } from '../other-files/quick-range.js';
import type { ClipOfFileProps } from './clip-of-file.js';

const clipOfFile = lazyComponent(async () => (await import('./clip-of-file.js')).ClipOfFile);

/** Makes a clip at the player's position with one click. */
function QuickClip({ time, duration, making }: ClipOfFileProps) {
  const { isAudio } = useMedia();
  const { t } = useTranslation('preview');
  const range = quickRange(time, duration);
  // Keep the row until the duration is known, and drop it then if no clip is possible.
  if (range === null && !Number.isNaN(duration)) {
    return null;
  }
  return (
    <FileRow
      icon={Scissors}
      label={t('more.clip')}
      detail={range === null ? '' : `${clockTime(range.start)} – ${clockTime(range.end)}`}
      name="quick clip"
      making={making}
      wish={range && { kind: 'clip', ...range, as: isAudio ? 'audio' : 'video' }}
    />
  );
}

/**
 * Both ways to clip the media being played: a quick clip at the current position, and the clip
 * maker, collapsed because most visitors want the whole file.
 */
export function ClipFold(props: ClipOfFileProps) {
  const { t } = useTranslation('preview');
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <QuickClip {...props} />
      <details
        className="group/clip min-w-0"
        onToggle={({ currentTarget }) => setWasOpen((was) => was || currentTarget.open)}
      >
        <summary className={ROW}>
          <SlidersHorizontal aria-hidden size={18} className="shrink-0 text-muted" />
          <span className="min-w-0 grow">{t('actions.clip')}</span>
          <FoldArrow />
        </summary>
        <div className="hidden px-3 pt-3 pb-4 group-open/clip:block">
          {wasOpen && (
            <LazySection id="clip" place="min-h-96">
              <clipOfFile.Component {...props} />
            </LazySection>
          )}
        </div>
      </details>
    </>
  );
}
