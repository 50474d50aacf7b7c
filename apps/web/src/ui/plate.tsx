import { useTranslation } from '../i18n/use-translation.js';
import type { PlateName } from '../theme/plate-names.js';
import sprite from '../theme/plates.svg?url';

interface PlateProps {
  readonly name: PlateName;
  /** A few words below it; without them nothing is. */
  readonly caption?: string;
  readonly className?: string;
}

/** A drawing as in a field guide, in the brand's colours, described for those who do not see it. */
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
