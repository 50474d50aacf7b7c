import { ICON_NAMES } from './icon-names.js';

interface PlatformIconProps {
  /** As configured: the name of a symbol, else of something that has none. */
  readonly icon: string;
  /** Whose icon it is: its first letter stands for one that there is no symbol of. */
  readonly name: string;
  /** The platform's own colour (theme/platform-colours.ts); without it that of the text around. */
  readonly colourOf?: string;
  readonly className?: string;
}

/** The mark of a platform, beside its name, which is what everybody reads. */
export function PlatformIcon(props: PlatformIconProps) {
  const { icon, name, colourOf, className = 'size-5' } = props;
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={className}
      fill={colourOf === undefined ? 'currentColor' : `var(--platform-${colourOf}, currentColor)`}
    >
      {ICON_NAMES.includes(icon) ? (
        <use href={`${__PLATFORM_ICONS__}#${icon}`} />
      ) : (
        <text x="12" y="19" textAnchor="middle" fontSize="20" fontWeight="800">
          {[...name][0]?.toUpperCase()}
        </text>
      )}
    </svg>
  );
}
