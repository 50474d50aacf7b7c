import { useTranslation } from '../../../i18n/use-translation.js';
import { PasswordField } from '../../../ui/form/password-field.js';
import type { FieldBinding } from '../../../ui/form/use-form.js';

interface NewPasswordProps {
  readonly label: string;
  readonly password: FieldBinding;
  readonly again: FieldBinding;
}

/** A new password and its confirmation. */
export function NewPassword({ label, password, again }: NewPasswordProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={t('auth.fields.passwordRules')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        {...again}
        label={t('auth.fields.again')}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  );
}
