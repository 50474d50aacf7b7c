import { mailInputSchema } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { forgotPassword } from '../auth-calls.js';
import { useAccountForm } from '../use-account-form.js';
import { EmailField, ModeForm, type ModeProps, Way } from './mode-form.js';

/** Requests a password reset email. */
export function ForgotPassword({ state, dispatch, go }: ModeProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    id: 'forgot',
    schema: mailInputSchema,
    defaults: { email: state.email },
    fallback: 'forgotFailed',
    send: forgotPassword,
    onSent: (_reply, { email }) => dispatch({ type: 'succeeded', outcome: 'resetSent', email }),
  });
  return (
    <ModeForm
      mode="forgot-password"
      form={form}
      notice={state.notice}
      ways={<Way onClick={() => go('login')}>{t('auth.forgot-password.login')}</Way>}
    >
      <EmailField field={form.field('email')} enterKeyHint="send" />
    </ModeForm>
  );
}
