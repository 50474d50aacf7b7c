import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { hasTexts, loadMoreTexts } from '../i18n/more-texts.js';
import { useTranslation } from '../i18n/use-translation.js';
import { AlertBox } from './alert-box.js';
import { CrashBoundary } from './crash-boundary.js';

const WORDS = ['wishes'] as const;

/** Shows what needs the words once they are there. @throws ChunkLoadError where they cannot be loaded */
function WithTexts({ instead, children }: { instead: ReactNode; children: ReactNode }) {
  const { i18n } = useTranslation();
  const [isReady, setReady] = useState(() => hasTexts(i18n, WORDS));
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    loadMoreTexts(i18n, WORDS).then(
      () => setReady(true),
      (error: unknown) => setFailure({ error }),
    );
  }, [i18n]);
  if (failure !== null) {
    throw failure.error;
  }
  return isReady ? children : instead;
}

interface LateSectionProps {
  readonly id: string;
  /** Classes of what keeps its place. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** A section whose code and words are loaded when it is opened; without them the others stay. */
export function LateSection({ id, place = 'min-h-40', children }: LateSectionProps) {
  const { t } = useTranslation();
  const waiting = <div aria-busy="true" className={place} />;
  return (
    <CrashBoundary page={id} instead={<AlertBox>{t('ui.failed')}</AlertBox>}>
      <Suspense fallback={waiting}>
        <WithTexts instead={waiting}>{children}</WithTexts>
      </Suspense>
    </CrashBoundary>
  );
}
