import { type ListQuality, listQualitySchema } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';

interface QualityChoiceProps {
  readonly quality: ListQuality;
  readonly onQuality: (quality: ListQuality) => void;
}

/** Lets the visitor choose the quality of a list's files. */
export function QualityChoice({ quality, onQuality }: QualityChoiceProps) {
  const { t } = useTranslation('list');
  const wordsOf = (option: ListQuality) =>
    option === 'best' || option === 'sound' || option === 'mp3'
      ? t(`quality.${option}`)
      : t('quality.height', { height: option });
  return (
    <label>
      <span className="sr-only">{t('quality.label')}</span>
      <select
        value={quality}
        onChange={({ target }) => onQuality(listQualitySchema.parse(target.value))}
        className="min-h-11 w-full cursor-pointer rounded-control border border-edge bg-surface px-3 font-medium"
      >
        {listQualitySchema.options.map((option) => (
          <option key={option} value={option}>
            {wordsOf(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
