import {
  ACCOUNT_LANGUAGES,
  LIMITS,
  type Profile,
  profileInputSchema,
  TIMEZONES,
} from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { languageNames } from '../../lib/text/language-names.js';
import { SelectField } from '../../ui/form/select-field.js';
import { TextField } from '../../ui/form/text-field.js';
import { saveProfile } from './save-profile.js';
import { SettingsFrame } from './settings-frame.js';
import { useSettingsForm } from './use-settings-form.js';

/** Each language under its own name: "Español". */
const LANGUAGES = ACCOUNT_LANGUAGES.map((value) => ({
  value,
  label: languageNames(value)(value),
}));

/** The account's personal details, without the preferences. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile');
  const { display_name, avatar_url, timezone, language, country } = profile;
  const settings = useSettingsForm({
    id: 'profile',
    schema: profileInputSchema,
    defaults: { display_name, avatar_url, timezone, language, country },
    send: saveProfile,
    about: 'profile',
  });
  const { field } = settings.form;
  const zones = TIMEZONES.map((value) => ({ value, label: t(`zones.${value}`) }));
  return (
    <SettingsFrame settings={settings} submit={t('save')} busyWords={t('saving')}>
      <TextField
        {...field('display_name')}
        label={t('fields.displayName')}
        autoComplete="nickname"
        maxLength={LIMITS.nameLength}
      />
      <TextField
        {...field('avatar_url')}
        kind="url"
        label={t('fields.avatar')}
        hint={t('fields.avatarHint')}
        autoComplete="photo"
        maxLength={LIMITS.avatarLength}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField {...field('timezone')} label={t('fields.timezone')} options={zones} />
        <TextField
          {...field('country')}
          label={t('fields.country')}
          autoComplete="country-name"
          maxLength={LIMITS.nameLength}
        />
      </div>
      <SelectField
        {...field('language')}
        label={t('fields.language')}
        hint={t('fields.languageHint')}
        options={LANGUAGES}
      />
    </SettingsFrame>
  );
}
