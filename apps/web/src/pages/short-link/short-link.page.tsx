import { useEffect } from 'react';
import { StartForm } from '../../features/search/form/start-form.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { usePrefetch } from '../../site/prefetch.js';
import { Button } from '../../ui/buttons/button.js';
import { FigureInsteadOfPlate } from '../../ui/illustration.js';
import { PageHead } from '../../ui/page-head.js';
import { Plate, PlateOfState } from '../../ui/plate.js';
import { Spinner } from '../../ui/loading/spinner.js';
import { useServerAnswer } from './use-server-answer.js';

const REASONS = ['letter', 'unused', 'elsewhere'] as const;

/** Shown for an unknown short link, whose original may still work. */
function UnknownLink() {
  const { t } = useTranslation('shortLink');
  return (
    <>
      <div className="plated">
        <h1 tabIndex={-1} className="max-w-2xl text-display">
          {t('heading')}
        </h1>
        <PlateOfState name="ripples" caption={t('plate')} />
        <ul className="max-w-xl list-disc ps-5 text-muted sm:text-lg">
          {REASONS.map((reason) => (
            <li key={reason}>{t(`reasons.${reason}`)}</li>
          ))}
        </ul>
      </div>
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-xl sm:text-lg">{t('text')}</p>
        <FigureInsteadOfPlate>
          <StartForm />
        </FigureInsteadOfPlate>
      </div>
    </>
  );
}

interface OfflineLinkProps {
  readonly onAgain: () => void;
}

function OfflineLink({ onAgain }: OfflineLinkProps) {
  const { t } = useTranslation('shortLink');
  const { t: common } = useTranslation();
  const { t: offline } = useTranslation('offline');
  return (
    <div role="alert" className="plated">
      <h1 tabIndex={-1} className="text-display">
        {t('offline.heading')}
      </h1>
      <Plate sheet="offline" name="offline" description={offline('plate')} />
      <p className="max-w-xl text-muted sm:text-lg">{t('offline.text')}</p>
      <div>
        <Button variant="primary" size="large" onClick={onAgain}>
          {common('again')}
        </Button>
      </div>
    </div>
  );
}

interface ShortLinkPageProps {
  readonly params: { readonly id: string };
  /** Replaces the current document. */
  readonly load?: (path: string) => void;
}

/** The page at /p/{id}, shown while it asks the server, or if the server did not redirect. */
export function ShortLinkPage({ params, load }: ShortLinkPageProps) {
  const { t } = useTranslation('shortLink');
  const prefetch = usePrefetch();
  const { answer, again } = useServerAnswer(params.id, load);
  useEffect(() => prefetch('home'), [prefetch]);
  return (
    <div className="wrap grid grid-cols-1 gap-10 pt-6 pb-16 sm:pt-14">
      <PageHead
        title={t(answer === 'unknown' ? 'title' : 'opening')}
        description={t('description')}
      />
      {answer === 'asking' && <Spinner />}
      {answer === 'offline' && <OfflineLink onAgain={again} />}
      {answer === 'unknown' && <UnknownLink />}
    </div>
  );
}
