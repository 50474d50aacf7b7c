import { jsonBody } from '@dipper/client';
import {
  API,
  type ChangePasswordInput,
  changePasswordInputSchema,
  messageReplySchema,
} from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { callAs } from '../../entities/session/call-as.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { SettingsFrame } from './settings-frame.js';
import { type SettingsForm, useSettingsForm } from './use-settings-form.js';

const EMPTY = { current_password: '', new_password: '', confirmation: '' };

async function changePassword(sent: ChangePasswordInput, signal: AbortSignal): Promise<void> {
  await callAs(API.changePassword, messageReplySchema, {
    ...jsonBody('POST', sent),
    signal,
  });
}

/** Changes the password. The server then ends all other sessions of the account. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { t } = useTranslation('profile');
  const { t: account } = useTranslation('account');
  const settings: SettingsForm<typeof EMPTY> = useSettingsForm({
    id: 'password',
    schema: changePasswordInputSchema,
    defaults: EMPTY,
    check: ({ new_password, confirmation }) => ({
      confirmation: new_password !== confirmation && account('messages.newPasswordsDiffer'),
    }),
    words: { PASSWORD_TOO_SHORT: account('messages.newPasswordTooShort') },
    send: changePassword,
    onSent: () => settings.form.reset(),
    about: 'password',
  });
  const { field } = settings.form;
  return (
    <SettingsFrame
      settings={settings}
      submit={t('security.submit')}
      busyWords={t('security.changing')}
    >
      <p className="text-muted">{t('security.others')}</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('current_password')}
        label={t('security.current')}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('new_password')}
        label={account('auth.fields.newPassword')}
        hint={account('auth.fields.passwordRules')}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmation')}
        label={t('security.confirm')}
        autoComplete="new-password"
      />
    </SettingsFrame>
  );
}
