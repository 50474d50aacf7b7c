import type { Chapter } from '@dipper/contract';
import { ChevronDown, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { LateSection } from '../../../ui/late-section.js';

const clipOfFile = lazyComponent(async () => (await import('./clip-of-file.js')).ClipOfFile);

/** A finished file of an offer. */
export interface ClipSource {
  /** Used as the offer's id. */
  readonly taskId: string;
  readonly isAudio: boolean;
  /** URL of the file. */
  readonly src: string;
}

/** Plus the player's state. */
export interface ClipFoldProps extends ClipSource {
  /** Seconds. */
  readonly time: number;
  /** Seconds; NaN before it is known. */
  readonly duration: number;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (to: number) => void;
}

/** The clip maker for a finished file's source, collapsed: most visitors want the whole file. */
export function ClipFold(props: ClipFoldProps) {
  const { t } = useTranslation('preview');
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details
      className="card group/clip min-w-0 p-2"
      onToggle={({ currentTarget }) => setWasOpen((was) => was || currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk">
        <Scissors aria-hidden size={18} className="text-muted" />
        {t('actions.clip')}
        <ChevronDown
          aria-hidden
          size={18}
          className="text-muted transition-transform group-open/clip:rotate-180"
        />
      </summary>
      <div className="px-3 pt-3 pb-2">
        {wasOpen && (
          <LateSection id="clip" place="min-h-96">
            <clipOfFile.Component {...props} />
          </LateSection>
        )}
      </div>
    </details>
  );
}
