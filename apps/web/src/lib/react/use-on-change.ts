import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `act` after `value` has changed, but not when the component mounts. For example, it moves
 * the focus to what has replaced the pressed button.
 */
export function useOnChange<T>(value: T, act: (before: T) => void): void {
  const last = useRef(value);
  const onChange = useEffectEvent(act);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (!Object.is(before, value)) {
      onChange(before);
    }
  }, [value]);
}
