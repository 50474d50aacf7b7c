import type { ClipKind } from '@dipper/contract';
import { useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';

interface ClipKindsProps {
  readonly kinds: readonly ClipKind[];
  readonly kind: ClipKind;
  readonly onKind: (kind: ClipKind) => void;
}

export function ClipKinds({ kinds, kind, onKind }: ClipKindsProps) {
  const { t } = useTranslation('extras');
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('clip.as')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {kinds.map((one) => (
          <label
            key={one}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge px-3 has-checked:border-primary has-checked:bg-badge has-checked:font-semibold has-checked:text-on-badge"
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === kind}
              onChange={() => onKind(one)}
              className="accent-primary"
            />
            {t(`clip.kinds.${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
