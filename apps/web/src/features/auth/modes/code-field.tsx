import { useTranslation } from '../../../i18n/use-translation.js';
import { TextField } from '../../../ui/form/text-field.js';
import type { FieldBinding } from '../../../ui/form/use-form.js';

/** In characters; no link in our emails is this long. */
const LONGEST = 2000;

interface CodeFieldProps {
  readonly field: FieldBinding;
  readonly enterKeyHint: 'next' | 'go';
}

export function CodeField({ field, enterKeyHint }: CodeFieldProps) {
  const { t } = useTranslation('account');
  return (
    <TextField
      {...field}
      kind="code"
      label={t('auth.fields.code')}
      autoComplete="one-time-code"
      enterKeyHint={enterKeyHint}
      maxLength={LONGEST}
    />
  );
}
