import {
  AUDIO_FORMATS,
  type Preferences,
  preferencesSchema,
  THEMES,
  VIDEO_QUALITIES,
} from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { CheckField } from '../../ui/form/check-field.js';
import { SelectField } from '../../ui/form/select-field.js';
import { saveProfile } from './save-profile.js';
import { SettingsFrame } from './settings-frame.js';
import { useSettingsForm } from './use-settings-form.js';

export function PreferencesForm({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation('profile');
  const settings = useSettingsForm({
    id: 'preferences',
    schema: preferencesSchema,
    defaults: { ...preferences },
    send: (sent: Preferences, signal) => saveProfile({ preferences: sent }, signal),
    about: 'profile',
  });
  const { field } = settings.form;
  return (
    <SettingsFrame settings={settings} submit={t('save')} busyWords={t('saving')}>
      <SelectField
        {...field('default_video_quality')}
        label={t('preferences.quality')}
        hint={t('preferences.qualityHint')}
        options={VIDEO_QUALITIES.map((value) => ({
          value,
          label: t(`preferences.qualities.${value}`),
        }))}
      />
      <SelectField
        {...field('default_audio_format')}
        label={t('preferences.audio')}
        hint={t('preferences.audioHint')}
        options={AUDIO_FORMATS.map((value) => ({ value, label: t(`preferences.audios.${value}`) }))}
      />
      <SelectField
        {...field('theme')}
        label={t('preferences.theme')}
        options={THEMES.map((value) => ({ value, label: t(`preferences.themes.${value}`) }))}
      />
      <CheckField
        {...field('auto_download')}
        label={t('preferences.autoDownload')}
        hint={t('preferences.autoDownloadHint')}
      />
      <CheckField
        {...field('download_history_enabled')}
        label={t('preferences.history')}
        hint={t('preferences.historyHint')}
      />
      <CheckField
        {...field('email_notifications')}
        label={t('preferences.mails')}
        hint={t('preferences.mailsHint')}
      />
    </SettingsFrame>
  );
}
