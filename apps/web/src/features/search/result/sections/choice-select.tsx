import { useTranslation } from '../../../../i18n/use-translation.js';
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
      <select
        value={choice}
        onChange={({ target }) => {
          const chosen = DEVICE_CHOICES.find((one) => one === target.value);
          if (chosen !== undefined) {
            onChoice(chosen);
          }
        }}
        className="min-h-11 max-w-full cursor-pointer rounded-control border border-edge bg-surface px-2 text-text"
      >
        {DEVICE_CHOICES.map((one) => (
          <option key={one} value={one}>
            {t(`sound.recommended.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
