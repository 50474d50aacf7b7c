import { type ReactNode, Suspense, use } from 'react';
import { hasTexts, loadMoreTexts } from '../i18n/more-texts.js';
import { useTranslation } from '../i18n/use-translation.js';
import { AlertBox } from './alert-box.js';
import { CrashBoundary } from './crash-boundary.js';

const WORDS = ['wishes'] as const;

function WithTexts({ children }: { readonly children: ReactNode }) {
  const { i18n } = useTranslation();
  if (!hasTexts(i18n, WORDS)) {
    use(loadMoreTexts(i18n, WORDS));
  }
  return children;
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
  return (
    <CrashBoundary page={id} instead={<AlertBox>{t('ui.failed')}</AlertBox>}>
      <Suspense fallback={<div aria-busy="true" className={place} />}>
        <WithTexts>{children}</WithTexts>
      </Suspense>
    </CrashBoundary>
  );
}
