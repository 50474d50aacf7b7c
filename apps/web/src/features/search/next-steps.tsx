import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { FailingNotice } from '../../entities/status/failing-notice.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { AgainButton } from '../../ui/buttons/again-button.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { HelpLink } from '../../ui/buttons/help-link.js';
import { listen } from '../../lib/browser/listen.js';
import { useOnline } from '../../lib/react/use-online.js';
import { pageOfSearch } from './form/check-link.js';
import type { Failed } from './search.reducer.js';

interface NextStepsProps {
  readonly failed: Failed;
  /** Repeats the search for the same text. */
  readonly onAgain: (text: string) => void;
}

/**
 * Actions after a failed search: retry, open the original page, or read the help. If there was no
 * reply, the search is repeated once the browser is online again.
 */
export function NextSteps({ failed, onAgain }: NextStepsProps) {
  const { t } = useTranslation('search');
  const { link, text, step } = failed;
  const online = useOnline();
  const isUnanswered = step.code === undefined;
  const searchAgain = useEffectEvent(() => onAgain(text));
  useEffect(
    () => (isUnanswered ? listen(window, ['online'], () => searchAgain()) : undefined),
    [isUnanswered],
  );
  if (step.againInSeconds === undefined && !step.opens && step.code === undefined) {
    return null;
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {isUnanswered && !online && (
        <p role="status" className="px-2">
          {t('form.waiting')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {step.againInSeconds !== undefined && (
          <AgainButton
            seconds={step.againInSeconds}
            variant="quiet"
            onClick={() => onAgain(text)}
          />
        )}
        {step.opens && (
          <ButtonLink
            variant="quiet"
            href={pageOfSearch(link)}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <ExternalLink aria-hidden size={18} className="rtl:-scale-x-100" />
            {t('form.openSite')}
          </ButtonLink>
        )}
        {step.code !== undefined && <HelpLink code={step.code} />}
      </div>
      <FailingNotice link={pageOfSearch(link)} code={step.code} />
    </div>
  );
}
