import { platformName, UNKNOWN_PLATFORM } from '@dipper/media';
import { LoaderCircle, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { AgainButton } from '../../../ui/buttons/again-button.js';
import { Button } from '../../../ui/buttons/button.js';
import { useShownQuery } from '../address/shown-media.js';
import { type FetchingAgain, useFetchAgain } from './use-fetch-again.js';

/** Returns the current step in words, both shown and announced. */
function useStage({ state }: FetchingAgain): string {
  const { t } = useTranslation('preview');
  const { source_url: source = '' } = useShownQuery();
  if (state.phase !== 'reading') {
    return '';
  }
  if (state.place !== null) {
    return t('again.place', { place: state.place });
  }
  const platform = platformName(source);
  return platform === UNKNOWN_PLATFORM ? t('again.reading') : t('again.readingFrom', { platform });
}

interface FetchAgainProps {
  /** True if another action is the primary one. */
  readonly quiet?: boolean;
  /** Labels the button as a retry after a failure instead of a new download of an expired file. */
  readonly retries?: boolean;
}

/**
 * Renews expired media: one click reads the source page again and starts the same format. It must
 * be rendered inside `.actions`.
 */
export function FetchAgain({ quiet = false, retries = false }: FetchAgainProps) {
  const { t } = useTranslation('preview');
  const { t: common } = useTranslation();
  const again = useFetchAgain();
  const { state, fetch, cancel } = again;
  const button = useRef<HTMLButtonElement>(null);
  const stage = useStage(again);
  const isReading = state.phase === 'reading';
  return (
    <>
      <AgainButton
        ref={button}
        seconds={state.phase === 'failed' ? state.againInSeconds : 0}
        variant={quiet ? 'quiet' : 'primary'}
        busy={isReading}
        onClick={fetch}
      >
        {isReading ? (
          <LoaderCircle aria-hidden size={18} className="animate-spin" />
        ) : (
          <RotateCcw aria-hidden size={18} />
        )}
        {retries ? common('again') : t('again.action')}
      </AgainButton>
      {isReading && (
        <Button
          variant="plain"
          onClick={() => {
            cancel();
            // This button is about to disappear, so focus the main one.
            button.current?.focus();
          }}
        >
          {common('cancel')}
        </Button>
      )}
      <p role="status" className={stage === '' ? 'sr-only' : 'w-full text-muted'}>
        {stage}
      </p>
      {state.phase === 'failed' && (
        <p role="alert" className="w-full font-medium text-danger">
          {state.sentence}
        </p>
      )}
    </>
  );
}
