import { RotateCcw } from 'lucide-react';
import { type ReactNode, type Ref, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useCountdown } from '../../lib/react/use-countdown.js';
import { Button, type ButtonLook } from './button.js';

interface AgainButtonProps {
  /** How long the server wants the visitor to wait; 0 if not at all. */
  readonly seconds: number;
  readonly variant: ButtonLook['variant'];
  readonly onClick: () => void;
  /** True while the retry is running. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** The label after the countdown. Defaults to 'Try again'. */
  readonly children?: ReactNode;
}

/**
 * A retry button, enabled after the wait. Keep it outside alerts, which would be announced every
 * second.
 */
export function AgainButton(props: AgainButtonProps) {
  const { seconds, variant, onClick, busy = false, ref, children } = props;
  const { t } = useTranslation();
  const left = useCountdown(useMemo(() => ({ seconds }), [seconds]));
  const waits = left > 0;
  return (
    <Button
      variant={variant}
      className="tabular-nums"
      ref={ref}
      busy={waits || busy}
      onClick={onClick}
    >
      {waits || children === undefined ? (
        <>
          <RotateCcw aria-hidden size={18} />
          {waits ? t('againIn', { seconds: left }) : t('again')}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
