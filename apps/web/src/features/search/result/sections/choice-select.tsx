import { useTranslation } from '../../../../i18n/use-translation.js';
import { Select } from '../../../../ui/form/select.js';
import { DEVICE_CHOICES, type DeviceChoice } from '../device-choice.js';

interface ChoiceSelectProps {
  readonly choice: DeviceChoice;
  readonly onChoice: (choice: DeviceChoice) => void;
}

/** Lets the visitor choose what this device recommends, now and in later results. */
export function ChoiceSelect({ choice, onChoice }: ChoiceSelectProps) {
  const { t } = useTranslation('extras');
  return (
    <label className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 text-sm text-muted sm:px-4">
      {t('sound.recommend')}
      <Select
        value={choice}
        options={DEVICE_CHOICES.map((one) => ({
          value: one,
          label: t(`sound.recommended.${one}`),
        }))}
        onChoose={onChoice}
        className="max-w-full px-2 text-text"
      />
    </label>
  );
}
