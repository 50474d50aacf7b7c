import { ExternalLink } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.js';
import { AgainButton } from '../../ui/again-button.js';
import { AlertBox } from '../../ui/alert-box.js';
import type { Failed, SearchState } from './search.reducer.js';
import { ButtonLink } from '../../ui/button.js';

/** Id of the sentence that says what is wrong with the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly state: SearchState;
  /** Searches for the same text once more. */
  readonly onAgain: (text: string) => void;
}

/** Why a search brought nothing, while it did, and what can be done about it. */
export function SearchError({ state, onAgain }: SearchErrorProps) {
  const { t } = useTranslation('search');
  if (state.phase !== 'error') {
    return null;
  }
  const { error, failed } = state;
  return (
    <>
      <AlertBox id={LINK_ERROR}>
        {error}
        {failed?.step.advises && (
          <p className="mt-1 font-normal text-muted">{t('form.failedAdvice')}</p>
        )}
      </AlertBox>
      {failed !== undefined && <NextSteps failed={failed} onAgain={onAgain} />}
    </>
  );
}

interface NextStepsProps extends Pick<SearchErrorProps, 'onAgain'> {
  readonly failed: Failed;
}

function NextSteps({ failed, onAgain }: NextStepsProps) {
  const { t } = useTranslation('search');
  const { link, text, step } = failed;
  if (step.againInSeconds === undefined && !step.opens) {
    return null;
  }
  return (
    <div className="flex flex-wrap gap-3">
      {step.againInSeconds !== undefined && (
        <AgainButton seconds={step.againInSeconds} variant="quiet" onClick={() => onAgain(text)} />
      )}
      {step.opens && (
        <ButtonLink variant="quiet" href={link} target="_blank" rel="noopener noreferrer nofollow">
          <ExternalLink aria-hidden size={18} />
          {t('form.openSite')}
        </ButtonLink>
      )}
    </div>
  );
}
