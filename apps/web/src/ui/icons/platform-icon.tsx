import { BRAND_ICONS } from './sprite-icons.js';

interface PlatformIconProps {
  /** The configured name, which may have no symbol. */
  readonly icon: string;
  /** The platform's name. Its first letter replaces a missing symbol. */
  readonly name: string;
  /**
   * The platform whose own color to use (theme/platform-colours.ts). The text color by default.
   */
  readonly colourOf?: string;
  readonly className?: string;
}

/** A platform's icon. Decorative, because the name is next to it. */
export function PlatformIcon(props: PlatformIconProps) {
  const { icon, name, colourOf, className = 'size-5' } = props;
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={className}
      fill={colourOf === undefined ? 'currentColor' : `var(--platform-${colourOf}, currentColor)`}
    >
      {BRAND_ICONS.includes(icon) ? (
        <use href={`${__ICON_SPRITE__}#${icon}`} />
      ) : (
        <text x="12" y="19" textAnchor="middle" fontSize="20" fontWeight="800">
          {[...name][0]?.toUpperCase()}
        </text>
      )}
    </svg>
  );
}
