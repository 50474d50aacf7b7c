import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { CrashBoundary } from '../../../ui/loading/crash-boundary.js';
import { Suspense } from 'react';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { SaveNow } from './save-now.js';

/** This is loaded on demand, because it contains every error message and few tasks are bundles. */
const entriesList = lazyComponent(async () => (await import('./bundle-entries.js')).BundleEntries);

interface BundlePartProps {
  readonly merge: Merge;
  readonly taskId: string;
  readonly filename: string | null;
}

/**
 * Shows a bundle's entries, and the link to download the bundle while it is being filled. Renders
 * nothing for other tasks.
 */
export function BundlePart({ merge, taskId, filename }: BundlePartProps) {
  const { entries } = merge;
  if (entries === null) {
    return null;
  }
  return (
    <>
      {merge.phase === 'running' && merge.state === 'processing' && (
        <SaveNow taskId={taskId} filename={filename} />
      )}
      <CrashBoundary page={taskId} fallback={null}>
        <Suspense>
          <entriesList.Component entries={entries} finished={merge.phase === 'complete'} />
        </Suspense>
      </CrashBoundary>
    </>
  );
}
