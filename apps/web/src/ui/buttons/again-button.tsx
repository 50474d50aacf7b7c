import { RotateCcw } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { Button, type ButtonLook } from './button.js';

const TICK_MS = 250;

/** Counts whole seconds down; by a clock, as timers are delayed in background tabs. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  const [asked, setAsked] = useState(seconds);
  if (asked !== seconds) {
    setAsked(seconds);
    setLeft(seconds);
  }
  useEffect(() => {
    const endsAtMs = steadyMs() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAtMs - steadyMs()) / 1000));
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

interface AgainButtonProps {
  /** How long the server asked to wait; 0 if a retry is possible at once. */
  readonly seconds: number;
  readonly variant: ButtonLook['variant'];
  readonly onClick: () => void;
  /** The retry is running. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** The label instead of 'Try again', once the wait is over. */
  readonly children?: ReactNode;
}

/**
 * A retry button, enabled after the wait. Keep it outside an alert, which would be announced every
 * second.
 */
export function AgainButton(props: AgainButtonProps) {
  const { seconds, variant, onClick, busy = false, ref, children } = props;
  const { t } = useTranslation();
  const left = useCountdown(seconds);
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
