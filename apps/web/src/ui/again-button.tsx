import { RotateCcw } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.js';
import { steadyMs } from '../lib/steady-ms.js';
import { Button, type ButtonLook } from './button.js';

const TICK_MS = 250;

/** Whole seconds until `seconds` have passed; by a clock, as timers are late in a background tab. */
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
  /** How long the server asked to wait; 0 where another try can be made at once. */
  readonly seconds: number;
  readonly variant: ButtonLook['variant'];
  readonly onClick: () => void;
  /** It is at it. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** In place of 'Try again', once it can be pressed. */
  readonly children?: ReactNode;
}

/**
 * Another try, once the wait is over. Belongs outside of an alert, which would be read out with
 * every second.
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
