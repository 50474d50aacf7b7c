import { API, mailInputSchema, meReplySchema, verifyEmailInputSchema } from '@dipper/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { callAs } from '../../../entities/session/call-as.js';
import { currentSession } from '../../../entities/session/current-session.js';
import { noteUser } from '../../../entities/session/session.js';
import { FormFrame } from '../../../ui/form/form-frame.js';
import { SubmitButton } from '../../../ui/form/submit-button.js';
import { resendVerification, verifyEmail } from '../auth-calls.js';
import { codeIn } from '../code-in.js';
import { useAccountForm } from '../use-account-form.js';
import { CodeField, EmailField, ModeForm, type ModeProps, Way } from './mode-form.js';

/** Sends the email again. If the address is unknown, the form asks for it first. */
function useResend(
  { state, dispatch }: Pick<ModeProps, 'state' | 'dispatch'>,
  onResent: () => void,
) {
  return useAccountForm({
    id: 'resend',
    schema: mailInputSchema,
    defaults: { email: state.email },
    fallback: 'resendFailed',
    send: resendVerification,
    onSent: (_reply, { email }) => {
      onResent();
      dispatch({ type: 'resent', email });
    },
  });
}

/** Updates a signed-in visitor's account, now that its address is verified. */
async function noteVerified(): Promise<void> {
  if (currentSession().state === 'signed-in') {
    noteUser((await callAs(API.me, meReplySchema)).user);
  }
}

/**
 * Verifies an email address with the code from our email, either typed in or taken from the link in
 * the email.
 */
export function VerifyEmail({ state, dispatch, go }: ModeProps) {
  const { t } = useTranslation('account');
  const { token } = state;
  const form = useAccountForm({
    id: 'verify',
    schema: verifyEmailInputSchema,
    prepare: (values) => ({ token: codeIn(values.token) }),
    defaults: { token },
    fallback: 'verificationFailed',
    send: verifyEmail,
    onSent: () => {
      noteVerified().catch(() => undefined);
      dispatch({ type: 'succeeded', outcome: 'verified' });
    },
  });
  const resend = useResend({ state, dispatch }, form.clearFailure);
  const code = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Deferred, because development builds run effects twice and a code works only once.
    const sending = setTimeout(() => {
      if (token !== '') {
        code.current?.closest('form')?.requestSubmit();
      }
    });
    return () => clearTimeout(sending);
  }, [token]);
  const isKnown = state.email !== '';
  return (
    <>
      <ModeForm
        mode="verify-email"
        form={form}
        failure={resend.failure}
        notice={state.notice}
        ways={null}
      >
        {isKnown && (
          <p className="text-sm wrap-anywhere text-muted">
            {t('auth.verify-email.sentTo')}{' '}
            <bdi className="font-semibold text-text">{state.email}</bdi>
          </p>
        )}
        <div ref={code}>
          <CodeField field={form.field('token')} enterKeyHint="go" />
        </div>
      </ModeForm>
      <FormFrame form={resend} withoutFailure className="mt-auto grid grid-cols-1 gap-3">
        <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
          {t('auth.verify-email.missing')}
        </p>
        {!isKnown && (
          <EmailField field={resend.field('email')} autoComplete="email" enterKeyHint="send" />
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SubmitButton form={resend} variant="quiet" busyWords={t('auth.verify-email.resending')}>
            {t('auth.verify-email.resend')}
          </SubmitButton>
          <Way onClick={() => go('login')}>{t('auth.verify-email.login')}</Way>
        </div>
      </FormFrame>
    </>
  );
}
