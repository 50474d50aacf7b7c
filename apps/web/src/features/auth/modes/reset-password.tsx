import { resetPasswordInputSchema } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { resetPassword } from '../auth-calls.js';
import { codeIn } from '../code-in.js';
import { useAccountForm } from '../use-account-form.js';
import { CodeField, ModeForm, type ModeProps, NewPassword, Way } from './mode-form.js';

/** Replaces a forgotten password. */
export function ResetPassword({ state, dispatch, go }: ModeProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    id: 'reset',
    schema: resetPasswordInputSchema,
    prepare: (values) => ({ ...values, token: codeIn(values.token) }),
    defaults: { token: state.token, new_password: '', again: '' },
    check: (values) => ({
      again: values.new_password !== values.again && t('messages.passwordsDiffer'),
    }),
    fallback: 'resetFailed',
    send: resetPassword,
    onSent: () => dispatch({ type: 'succeeded', outcome: 'passwordReset' }),
  });
  return (
    <ModeForm
      mode="reset-password"
      form={form}
      notice={state.notice}
      ways={<Way onClick={() => go('forgot-password')}>{t('auth.reset-password.forgot')}</Way>}
    >
      {state.token === '' && <CodeField field={form.field('token')} enterKeyHint="next" />}
      <NewPassword
        label={t('auth.fields.newPassword')}
        password={form.field('new_password')}
        again={form.field('again')}
      />
    </ModeForm>
  );
}
