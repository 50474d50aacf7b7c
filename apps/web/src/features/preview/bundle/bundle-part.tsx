import { useId } from 'react';
import { API } from '@dipper/contract';
import { Download } from 'lucide-react';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { Extra } from '../../../ui/loading/extra.js';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { apiAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../site/site.js';
import { useMedia } from '../address/shown-media.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

/** Downloads a zip while it is being filled. The download ends when the zip is complete. */
function SaveNow({ taskId }: { readonly taskId: string }) {
  const { filename } = useMedia();
  const { t } = useTranslation('preview');
  const { api } = useSite().config;
  const hint = useId();
  return (
    <div className="grid justify-items-start gap-1.5">
      <ButtonLink
        variant="quiet"
        className="max-sm:w-full"
        href={apiAddress(api, API.bundle(taskId))}
        download={filename ?? ''}
        aria-describedby={hint}
      >
        <Download aria-hidden size={18} />
        {t('bundle.now')}
      </ButtonLink>
      <p id={hint} className="text-sm text-muted">
        {t('bundle.nowHint')}
      </p>
    </div>
  );
}

/** Loaded on demand, because it contains every error message and few tasks are bundles. */
const entriesList = lazyComponent(async () => (await import('./bundle-entries.js')).BundleEntries);

interface BundlePartProps {
  readonly merge: Merge;
  readonly taskId: string;
}

/**
 * Shows a bundle's entries, and the link to download the bundle while it is being filled. Renders
 * nothing for other tasks.
 */
export function BundlePart({ merge, taskId }: BundlePartProps) {
  const { entries } = merge;
  if (entries === null) {
    return null;
  }
  return (
    <>
      {merge.phase === 'running' && merge.state === 'processing' && <SaveNow taskId={taskId} />}
      <Extra about={taskId}>
        <entriesList.Component {...{ taskId, entries }} finished={merge.phase === 'complete'} />
      </Extra>
    </>
  );
}
