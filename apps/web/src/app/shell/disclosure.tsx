import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';

/** The style of an entry in one of the header's menus. */
export const ENTRY =
  'flex min-h-11 items-center gap-2.5 rounded-lg px-3 font-medium text-muted hover:bg-sunk hover:text-text';

/** Closes the menu on navigation, on Escape, on a click outside, and when it loses the focus. */
function useDisclosure() {
  const location = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);
  const open = openAt === location.key;

  useEffect(() => {
    if (!open) {
      return;
    }
    const watched = new AbortController();
    const { signal } = watched;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') {
        setOpenAt(null);
        button.current?.focus();
      }
    };
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && details.current?.contains(target) !== true) {
        setOpenAt(null);
      }
    };
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    return () => watched.abort();
  }, [open]);

  const onToggle = () => setOpenAt(details.current?.open === true ? location.key : null);
  const onHydrated = useEffectEvent(onToggle);
  // The visitor may have opened the menu before its code had loaded.
  useEffect(() => onHydrated(), []);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) {
      setOpenAt(null);
    }
  };
  return { details: { ref: details, open, onToggle, onBlur }, button };
}

interface DisclosureProps {
  readonly label: ReactNode;
  readonly labelClass: string;
  readonly className?: string;
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/**
 * A menu in the header, based on <details>, so that it works before the script has loaded and
 * without scripts.
 */
export function Disclosure({ label, labelClass, className, onPress, children }: DisclosureProps) {
  const { details, button } = useDisclosure();
  return (
    <details {...details} className={`group ${className ?? ''}`}>
      <summary ref={button} onClick={onPress} className={`list-none ${labelClass}`}>
        {label}
      </summary>
      {children}
    </details>
  );
}
