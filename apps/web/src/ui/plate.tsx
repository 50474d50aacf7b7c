import { useTranslation } from '../i18n/use-translation.js';
import type { PlateSheet, StatePlate } from '../theme/illustrations/plates.js';
import { usePlateSheets } from './illustration.js';

interface PlateProps {
  readonly sheet: PlateSheet;
  /** The drawing's name on its sheet. */
  readonly name: string;
  /** The text alternative. */
  readonly description: string;
  readonly caption?: string | undefined;
  readonly className?: string;
}

/**
 * A field guide drawing in the brand's colors. Renders nothing if the brand has no plates, so that
 * no brand shows or loads another one's drawings.
 */
export function Plate({ sheet, name, description, caption, className = '' }: PlateProps) {
  const sheets = usePlateSheets();
  if (sheets === undefined) {
    return null;
  }
  return (
    <figure className={className}>
      <svg viewBox="0 0 160 120" role="img" aria-label={description} className="plate">
        <use href={`${sheets[sheet]}#${name}`} />
      </svg>
      {caption !== undefined && <figcaption className="caption">{caption}</figcaption>}
    </figure>
  );
}

interface PlateOfStateProps extends Pick<PlateProps, 'caption' | 'className'> {
  readonly name: StatePlate;
}

/** The plate of a state that has nothing else to show, such as an empty list. */
export function PlateOfState({ name, ...props }: PlateOfStateProps) {
  const { t } = useTranslation();
  return <Plate sheet="states" name={name} description={t(`plates.${name}`)} {...props} />;
}
