import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../buttons/button.js';
import { FIELD_CLASS, FieldFrame, fieldState, type FieldWords } from './field-frame.js';
import type { FieldBinding } from './use-form.js';

type PasswordFieldProps = FieldBinding &
  Pick<FieldWords, 'label' | 'hint'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'enterKeyHint'> & {
    readonly autoComplete: 'current-password' | 'new-password';
  };

/** Keeps the focus in the field, so that a phone's keyboard stays open. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * A password field with a show button. The element stays the same in both states, because password
 * managers rely on it. The password is hidden again on submit, because browsers store the content
 * of text fields.
 */
export function PasswordField({ label, hint, error, id, ...input }: PasswordFieldProps) {
  const { t } = useTranslation('account');
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="relative grid">
        <input
          {...input}
          {...fieldState({ id, hint, error })}
          ref={field}
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          className={`${FIELD_CLASS} pe-12 rtl:text-end`}
        />
        <Button
          variant="plain"
          size="icon"
          aria-pressed={isShown}
          aria-controls={id}
          onPointerDown={keepFocus}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 end-0"
        >
          <Icon aria-hidden size={20} />
          <span className="sr-only">{t('form.showPassword', { label })}</span>
        </Button>
      </span>
    </FieldFrame>
  );
}
