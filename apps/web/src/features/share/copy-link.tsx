import { Copy, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Shareable } from '../../entities/share/share-params.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../../ui/alert-box.js';
import { AgainButton } from '../../ui/buttons/again-button.js';
import { Button } from '../../ui/buttons/button.js';
import { ShareStatusWords } from './share-status.js';
import type { LinkState } from './use-short-link.js';
import { useShare } from './use-share.js';

interface CopyLinkProps {
  readonly params: Shareable;
  readonly link: string;
  /** True if the clipboard failed. The link is then selected for copying by hand. */
  readonly byHand?: boolean;
  readonly takesFocus?: boolean;
  /** Shown next to the button. */
  readonly children?: ReactNode;
}

/** A field that selects its link when focused, and a button that copies it. */
export function CopyLink({
  params,
  link,
  byHand = false,
  takesFocus = byHand,
  children,
}: CopyLinkProps) {
  const { t } = useTranslation('share');
  const field = useRef<HTMLInputElement>(null);
  const [hint, setHint] = useState(byHand);
  const select = () => {
    field.current?.focus();
    field.current?.select();
  };
  const { status, share } = useShare(params, () => {
    setHint(true);
    select();
  });
  useEffect(() => {
    if (takesFocus) {
      select();
    }
  }, [takesFocus]);
  const idle = { icon: <Copy aria-hidden size={20} />, label: t('copyLink') };
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={field}
          readOnly
          dir="ltr"
          value={link}
          aria-label={t('link')}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={({ currentTarget }) => currentTarget.select()}
          className="min-h-12 min-w-0 grow basis-56 rounded-control border border-edge bg-surface px-3 text-ellipsis"
        />
        <Button variant="quiet" busy={status === 'loading'} onClick={() => share('copy')}>
          <ShareStatusWords status={status} idle={idle} />
        </Button>
        {children}
      </div>
      {hint && <p className="text-sm text-muted">{t('byHand')}</p>}
    </div>
  );
}

interface LinkWaitingProps {
  readonly state: Exclude<LinkState, { phase: 'made' }>;
  readonly onAgain: () => void;
}

/** Shown while a link is being created, or after that has failed. */
export function LinkWaiting({ state, onAgain }: LinkWaitingProps) {
  const { t } = useTranslation('share');
  return state.phase === 'loading' ? (
    <p role="status" className="flex min-h-12 items-center gap-2 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      {t('status.loading')}
    </p>
  ) : (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <AlertBox>{state.reason}</AlertBox>
      <AgainButton seconds={state.againInSeconds} variant="quiet" onClick={onAgain} />
    </div>
  );
}
