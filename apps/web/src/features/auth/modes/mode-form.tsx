import { LIMITS } from '@dipper/contract';
import type { Dispatch, ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { FormFrame } from '../../../ui/form/form-frame.js';
import { SubmitButton } from '../../../ui/form/submit-button.js';
import { TextField } from '../../../ui/form/text-field.js';
import type { FieldBinding, FieldValues, Form } from '../../../ui/form/use-form.js';
import { AuthMessage } from '../auth-message.js';
import type { AuthEvent, FormMode, FormState } from '../auth-mode.reducer.js';
import { PasswordField } from '../../../ui/form/password-field.js';

interface ModeFormProps<Values extends FieldValues> {
  readonly mode: FormMode;
  readonly form: Form<Values>;
  readonly notice: FormState['notice'];
  /** The error of another request in the same mode. */
  readonly failure?: string | undefined;
  readonly children: ReactNode;
  /** Links to other modes below the button; null if something else goes there. */
  readonly ways: ReactNode;
}

/**
 * The layout of all of the dialog's forms: message, fields, and the button and links at the bottom.
 */
export function ModeForm<Values extends FieldValues>(props: ModeFormProps<Values>) {
  const { mode, form, notice, failure, children, ways } = props;
  const { t } = useTranslation('account');
  return (
    <>
      <AuthMessage
        failure={form.failure ?? failure}
        notice={notice}
        intro={t(`auth.${mode}.intro`)}
      />
      <FormFrame
        form={form}
        withoutFailure
        className={`flex flex-col gap-4 ${ways === null ? '' : 'flex-1'}`}
      >
        {children}
        <SubmitButton form={form} busyWords={t(`auth.${mode}.busy`)} className="mt-auto w-full">
          {t(`auth.${mode}.submit`)}
        </SubmitButton>
      </FormFrame>
      {ways !== null && (
        <div className="mt-2 flex min-h-11 flex-wrap items-center justify-center gap-x-2">
          {ways}
        </div>
      )}
    </>
  );
}

interface WayProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Way({ onClick, children }: WayProps) {
  return (
    <Button variant="plain" tone="link" onClick={onClick}>
      {children}
    </Button>
  );
}

interface EmailFieldProps {
  readonly field: FieldBinding;
  /** `username` if a password manager stores the address together with a password. */
  readonly autoComplete?: 'username' | 'email';
  readonly enterKeyHint?: 'next' | 'send';
}

/** The email address field of every mode. */
export function EmailField(props: EmailFieldProps) {
  const { field, autoComplete = 'username', enterKeyHint = 'next' } = props;
  const { t } = useTranslation('account');
  return (
    <TextField
      {...field}
      kind="email"
      label={t('auth.fields.email')}
      autoComplete={autoComplete}
      enterKeyHint={enterKeyHint}
      maxLength={LIMITS.emailLength}
    />
  );
}

export interface ModeProps {
  readonly state: FormState;
  readonly dispatch: Dispatch<AuthEvent>;
  /** Switches to another form, keeping the email address. */
  readonly go: (mode: FormMode) => void;
}

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

interface NewPasswordProps {
  readonly label: string;
  readonly password: FieldBinding;
  readonly again: FieldBinding;
}

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
