import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertBox } from '../../components/alert-box.js';
import type { Search } from './use-search.js';

/** Id of the sentence that says what is wrong with the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly search: Pick<Search, 'state' | 'submit'>;
}

/** Why a search brought nothing, while it did; one that was refused for want of room can be repeated. */
export function SearchError({ search: { state, submit } }: SearchErrorProps) {
  if (state.phase !== 'error') {
    return null;
  }
  const { error, again } = state;
  return (
    <>
      <AlertBox id={LINK_ERROR}>{error}</AlertBox>
      {again !== undefined && (
        <AgainButton seconds={again.seconds} onClick={() => submit(again.text)} />
      )}
    </>
  );
}

/** Outside of the alert, which would be read out each second. */
function AgainButton({ seconds, onClick }: { seconds: number; onClick: () => void }) {
  const { t } = useTranslation('home');
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const waits = left > 0;
  return (
    <button
      type="button"
      aria-disabled={waits || undefined}
      onClick={waits ? undefined : onClick}
      className="button button-quiet justify-self-start"
    >
      <RotateCw aria-hidden size={18} />
      {waits ? t('form.againIn', { seconds: left }) : t('form.again')}
    </button>
  );
}
