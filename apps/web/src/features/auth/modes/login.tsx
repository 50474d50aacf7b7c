import { loginInputSchema } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { openSession } from '../../../entities/session/session.js';
import { CheckField } from '../../../ui/form/check-field.js';
import { PasswordField } from '../../../ui/form/password-field.js';
import { logIn } from '../auth-calls.js';
import { useAccountForm } from '../use-account-form.js';
import { EmailField, ModeForm, type ModeProps, Way } from './mode-form.js';

export function Login({ state, dispatch, go }: ModeProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    id: 'login',
    schema: loginInputSchema,
    defaults: { email: state.email, password: '', remember_me: false },
    fallback: 'loginFailed',
    send: logIn,
    // Not called if the dialog has been closed in the meantime.
    onSent: (reply, { email }) => {
      openSession(reply);
      dispatch({ type: 'succeeded', outcome: 'loggedIn', email });
    },
  });
  const email = form.field('email');
  const onEmail = () => {
    email.onChange();
    // The rate limit is per address, so a different address doesn't have to wait.
    form.endWait();
  };
  return (
    <ModeForm
      mode="login"
      form={form}
      notice={state.notice}
      ways={
        <>
          <span className="text-muted">{t('auth.login.new')}</span>
          <Way onClick={() => go('register')}>{t('auth.login.register')}</Way>
        </>
      }
    >
      <EmailField field={{ ...email, onChange: onEmail }} />
      <PasswordField
        {...form.field('password')}
        label={t('auth.fields.password')}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
        <CheckField {...form.field('remember_me')} label={t('auth.fields.remember')} />
        <span className="-mx-3">
          <Way onClick={() => go('forgot-password')}>{t('auth.login.forgot')}</Way>
        </span>
      </div>
    </ModeForm>
  );
}
