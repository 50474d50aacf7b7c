import type { Namespace } from '@dipper/site';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { hasTexts, loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../alert-box.js';
import { Button } from '../buttons/button.js';
import { CrashBoundary } from './crash-boundary.js';

const EXTRAS: readonly Namespace[] = ['extras'];

interface WithTextsProps {
  readonly texts: readonly Namespace[];
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Renders its children once their texts are loaded.
 * @throws ChunkLoadError if loading fails
 */
function WithTexts({ texts, fallback, children }: WithTextsProps) {
  const { i18n } = useTranslation();
  const [isReady, setReady] = useState(() => hasTexts(i18n, texts));
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    loadMoreTexts(i18n, texts).then(
      () => setReady(true),
      (error: unknown) => setFailure({ error }),
    );
  }, [i18n, texts]);
  if (failure !== null) {
    throw failure.error;
  }
  return isReady ? children : fallback;
}

interface LazySectionProps {
  readonly id: string;
  /** Texts that the section needs. The array must be a stable reference. */
  readonly texts?: readonly Namespace[];
  readonly place?: string;
  readonly children: ReactNode;
}

/**
 * A section whose code and texts are loaded when it opens. If that fails, the other sections stay
 * and the visitor can try again.
 */
export function LazySection({
  id,
  texts = EXTRAS,
  place = 'min-h-40',
  children,
}: LazySectionProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const waiting = <div aria-busy="true" className={place} />;
  const failed = (
    <div className="grid justify-items-start gap-2">
      <AlertBox>{t('ui.failed')}</AlertBox>
      <Button variant="quiet" onClick={() => setAttempt(attempt + 1)}>
        {t('again')}
      </Button>
    </div>
  );
  return (
    <CrashBoundary page={`${id} ${attempt}`} fallback={failed}>
      <Suspense fallback={waiting}>
        <WithTexts texts={texts} fallback={waiting}>
          {children}
        </WithTexts>
      </Suspense>
    </CrashBoundary>
  );
}
