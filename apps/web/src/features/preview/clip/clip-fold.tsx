import { ChevronDown, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { LazySection } from '../../../ui/loading/lazy-section.js';
import type { ClipOfFileProps } from './clip-of-file.js';

const clipOfFile = lazyComponent(async () => (await import('./clip-of-file.js')).ClipOfFile);

/**
 * The clip maker for the source of a finished file. It is collapsed, because most visitors want the
 * whole file.
 */
export function ClipFold(props: ClipOfFileProps) {
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
          <LazySection id="clip" place="min-h-96">
            <clipOfFile.Component {...props} />
          </LazySection>
        )}
      </div>
    </details>
  );
}
