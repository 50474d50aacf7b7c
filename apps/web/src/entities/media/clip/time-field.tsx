import { clockTime, parseClockTime } from '@dipper/media';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { keyedEdge } from './clip-range.js';

interface TimeFieldProps {
  readonly label: string;
  /** In seconds. */
  readonly value: number;
  /** Duration of one frame, in seconds. */
  readonly frame: number;
  readonly onChange: (seconds: number) => void;
}

/** A field for a time, parsed leniently and committed on blur or with Enter. */
export function TimeField({ label, value, frame, onChange }: TimeFieldProps) {
  const { t } = useTranslation('extras');
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  // Set only on commit, so that an incomplete time is not reported while the visitor types.
  const [isRefused, setRefused] = useState(false);
  const isInvalid = isRefused && text !== null;
  const take = () => {
    if (text === null) {
      return;
    }
    const seconds = parseClockTime(text);
    setRefused(seconds === null);
    if (seconds !== null) {
      setText(null);
      onChange(seconds);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const at = text === null ? value : parseClockTime(text);
    const to = isArrow && at !== null ? keyedEdge(event, at, { frame, duration: Infinity }) : null;
    if (event.key === 'Enter') {
      event.preventDefault();
      take();
    } else if (to !== null) {
      event.preventDefault();
      setText(null);
      onChange(to);
    }
  };
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={text ?? clockTime(value)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setRefused(false);
        }}
        onBlur={take}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-surface px-3 tabular-nums aria-invalid:border-danger"
      />
      {isInvalid && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {t('clip.invalid')}
        </p>
      )}
    </div>
  );
}
