import type { InputHTMLAttributes } from 'react';
import { FIELD_CLASS, FieldFrame, fieldState, type FieldWords } from './field-frame.js';
import type { FieldBinding } from './use-form.js';

/** Keyboard and text direction by kind of content. */
const KINDS = {
  text: { type: 'text', dir: 'auto' },
  /** Email addresses and URLs are written from left to right in every language. */
  email: { type: 'email', dir: 'ltr', inputMode: 'email' },
  url: { type: 'url', dir: 'ltr', inputMode: 'url' },
  code: { type: 'text', dir: 'ltr', inputMode: 'text' },
  number: { type: 'text', dir: 'ltr', inputMode: 'numeric' },
} as const;

const AS_IS = { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const;

type TextFieldProps = FieldBinding &
  Pick<FieldWords, 'label' | 'hint'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'enterKeyHint' | 'maxLength'> & {
    readonly kind?: keyof typeof KINDS;
  };

export function TextField({ kind = 'text', label, hint, error, id, ...input }: TextFieldProps) {
  const { dir } = KINDS[kind];
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        {...KINDS[kind]}
        {...(kind !== 'text' && AS_IS)}
        {...fieldState({ id, hint, error })}
        className={`${FIELD_CLASS} ${dir === 'ltr' ? 'rtl:text-end' : ''}`.trimEnd()}
      />
    </FieldFrame>
  );
}
