import { type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import { LineIcon } from '../../../ui/icons/line-icon.js';
import { Button } from '../../../ui/buttons/button.js';

interface FieldButtonProps {
  readonly empty: boolean;
  readonly onClear: () => void;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Returns the keyboard shortcut for pasting on this system. */
function pasteKeys(): 'form.pasteKeys' | 'form.pasteKeysApple' {
  return /mac|iphone|ipad/i.test(navigator.platform) ? 'form.pasteKeysApple' : 'form.pasteKeys';
}

/**
 * The button inside the field: pastes into an empty field if the browser supports that, and clears
 * a filled one.
 */
export function FieldButton({ empty, onClear, onText, field }: FieldButtonProps) {
  const { t } = useTranslation('search');
  const mounted = useMounted();
  const [refused, setRefused] = useState(false);

  const paste = () => {
    navigator.clipboard.readText().then(
      (text) => {
        setRefused(false);
        onText(text);
      },
      () => {
        // The browser or the visitor refused. The keyboard can still paste.
        setRefused(true);
        field.current?.focus();
      },
    );
  };
  const clear = () => {
    onClear();
    field.current?.focus();
  };

  if (!empty) {
    return (
      <Button variant="plain" size="icon" onClick={clear} className="noscript:hidden">
        <LineIcon icon="X" />
        <span className="sr-only">{t('form.clear')}</span>
      </Button>
    );
  }
  if (!mounted || typeof navigator.clipboard?.readText !== 'function') {
    return null;
  }
  return refused ? (
    <p role="status" className="px-3 text-sm font-medium text-accent">
      {t('form.pasteHint', { keys: t(pasteKeys()) })}
    </p>
  ) : (
    <Button variant="plain" onClick={paste}>
      <LineIcon icon="ClipboardPaste" />
      {t('form.paste')}
    </Button>
  );
}
