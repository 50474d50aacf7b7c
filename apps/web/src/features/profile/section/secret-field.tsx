import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { copyText } from '../../../lib/browser/copy-text.js';
import { Button } from '../../../ui/buttons/button.js';
import { FIELD_CLASS } from '../../../ui/form/field-frame.js';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  /** True to hide the value until the visitor wants to see it. */
  readonly isHidden?: boolean;
  readonly takesFocus?: boolean;
}

/** A secret with a button that copies it. If the browser refuses, it is selected instead. */
export function SecretField({ label, value, hint, isHidden, takesFocus }: SecretFieldProps) {
  const { t } = useTranslation('profile');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(isHidden !== true);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (takesFocus) {
      field.current?.focus();
    }
  }, [takesFocus]);
  const copy = async () => {
    if (await copyText(Promise.resolve(value))) {
      setCopied(value);
    } else {
      setShown(true);
      field.current?.focus();
      field.current?.select();
    }
  };
  const isCopied = copied === value;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          value={value}
          aria-describedby={`${id}hint`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={`${FIELD_CLASS} min-w-0 grow basis-56 font-mono text-sm text-ellipsis`}
        />
        {!isShown && (
          <Button variant="quiet" onClick={() => setShown(true)}>
            {t('api.show')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
          <span aria-live="polite">{t(isCopied ? 'api.copied' : 'api.copy')}</span>
        </Button>
      </div>
      <p id={`${id}hint`} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
