import { useSite } from '../../../site/site.js';
import { illustrationsOf } from '../../../theme/illustrations/illustrations.js';

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
export function SwimmingFigure(props: FigureProps) {
  return <Figure {...props} url={illustrationsOf(useSite().config.branding).swimmer} />;
}

/** The brand's standing figure. Only brands with a swimming figure have one. */
export function PerchedFigure(props: FigureProps) {
  return <Figure {...props} url={illustrationsOf(useSite().config.branding).perched} />;
}
