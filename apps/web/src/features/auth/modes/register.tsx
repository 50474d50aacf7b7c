import { readThemeChoice } from '@dipper/site';
import { ACCOUNT_LANGUAGES, LIMITS, registerInputSchema } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { TextField } from '../../../ui/form/text-field.js';
import { register } from '../auth-calls.js';
import { useAccountForm } from '../use-account-form.js';
import { EmailField, ModeForm, type ModeProps, NewPassword, Way } from './mode-form.js';

/** The sign-up form. After it, the dialog asks the visitor to verify the email address. */
export function Register({ state, dispatch, go }: ModeProps) {
  const { t, i18n } = useTranslation('account');
  const language = ACCOUNT_LANGUAGES.find((tag) => tag === i18n.language);
  const form = useAccountForm({
    id: 'register',
    schema: registerInputSchema,
    defaults: { email: state.email, username: '', password: '', again: '' },
    check: ({ password, again }) => ({
      again: password !== again && t('messages.passwordsDiffer'),
    }),
    fallback: 'registrationFailed',
    // Send the language and theme, so that the site looks the same on other devices.
    send: (input, signal) =>
      register({ ...input, language, theme: readThemeChoice(document.cookie) }, signal),
    onSent: (_reply, { email }) => dispatch({ type: 'registered', email }),
  });
  return (
    <ModeForm
      mode="register"
      form={form}
      notice={state.notice}
      ways={
        <>
          <span className="text-muted">{t('auth.register.known')}</span>
          <Way onClick={() => go('login')}>{t('auth.register.login')}</Way>
        </>
      }
    >
      <EmailField field={form.field('email')} />
      <TextField
        {...form.field('username')}
        label={t('auth.fields.username')}
        autoComplete="nickname"
        enterKeyHint="next"
        maxLength={LIMITS.nameLength}
      />
      <NewPassword
        label={t('auth.fields.password')}
        password={form.field('password')}
        again={form.field('again')}
      />
    </ModeForm>
  );
}
