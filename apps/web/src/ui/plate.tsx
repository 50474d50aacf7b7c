import { useTranslation } from '../i18n/use-translation.js';
import type { PlateName } from '../theme/plate-names.js';
import sprite from '../theme/plates.svg?url';

interface PlateProps {
  readonly name: PlateName;
  /** An optional short caption below the drawing. */
  readonly caption?: string;
  readonly className?: string;
}

/** A field guide drawing in the brand's colours, with a description for screen readers. */
export function Plate({ name, caption, className = '' }: PlateProps) {
  const { t } = useTranslation();
  return (
    <figure className={className}>
      <svg viewBox="0 0 160 120" role="img" aria-label={t(`plates.${name}`)} className="plate">
        <use href={`${sprite}#${name}`} />
      </svg>
      {caption !== undefined && <figcaption className="caption">{caption}</figcaption>}
    </figure>
  );
}
