import { useSite } from '../../../site/site.js';
import { illustrationsOf } from '../../../theme/illustrations/illustrations.js';

interface WaterProps {
  /** False omits the figure. */
  readonly withFigure?: boolean;
}

/** Two waves with the brand's figure between them. */
export function Water({ withFigure = true }: WaterProps) {
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 1440 60" preserveAspectRatio="none">
        <path
          className="fill-water-far"
          d="M0 30c120-24 240-24 360 0s240 24 360 0 240-24 360 0 240 24 360 0v30H0Z"
        />
      </svg>
      {withFigure && <SwimmingFigure className="pool-figure" />}
      <svg aria-hidden="true" viewBox="0 0 1440 60" preserveAspectRatio="none">
        <path
          className="fill-water"
          d="M0 40c120 20 240 20 360 0s240-20 360 0 240 20 360 0 240-20 360 0v20H0Z"
        />
      </svg>
    </>
  );
}

interface FigureProps {
  readonly className: string;
}

function Figure({ url, className }: FigureProps & { readonly url: string | undefined }) {
  return url === undefined ? null : (
    <span className={className}>
      <svg>
        <use href={url} />
      </svg>
    </span>
  );
}

/** The brand's swimming figure, if it has one. */
function SwimmingFigure(props: FigureProps) {
  return <Figure {...props} url={illustrationsOf(useSite().config.branding).swimmer} />;
}

/** The brand's standing figure. Only brands with a swimming figure have one. */
export function PerchedFigure(props: FigureProps) {
  return <Figure {...props} url={illustrationsOf(useSite().config.branding).perched} />;
}
