import type { ReactNode } from 'react';
import { useSite } from '../site/site.js';
import { illustrationsOf } from '../theme/illustrations/illustrations.js';
import type { PlateSheets } from '../theme/illustrations/plates.js';

/** The brand's mark: the configured logo, otherwise the brand's own drawing. */
export function BrandMark({ className }: { readonly className?: string }) {
  const { branding } = useSite().config;
  const { drawing, icon } = branding.logo;
  const size = { ...(className !== undefined && { className }) };
  if (drawing !== undefined) {
    return (
      <svg viewBox={drawing.viewBox} aria-hidden="true" {...size}>
        <path className="fill-link" d={drawing.path} />
      </svg>
    );
  }
  if (icon !== '') {
    return <img src={icon} alt="" width={36} height={36} {...size} />;
  }
  const { Mark } = illustrationsOf(branding);
  return <Mark {...size} />;
}

/**
 * The brand's figure on top of the form. If there is room, it stands next to the text above the
 * form; otherwise it is small and below that text.
 */
export function StandingFigure({ children }: { readonly children: ReactNode }) {
  const { figure } = illustrationsOf(useSite().config.branding);
  if (figure === undefined) {
    return <div className="min-w-0">{children}</div>;
  }
  const { Figure, beside, above } = figure;
  const still = 'pointer-events-none rtl:-scale-x-100';
  return (
    <div className="relative min-w-0">
      <Figure className={`${still} ms-auto -mt-2 block lg:hidden ${above}`} />
      <Figure className={`${still} absolute bottom-full max-lg:hidden ${beside}`} />
      {children}
    </div>
  );
}

/** The sections of a page below the brand's edge. */
export function BelowEdge({ children }: { readonly children: ReactNode }) {
  const { Edge, Below, ground } = illustrationsOf(useSite().config.branding);
  return (
    <>
      <Edge />
      {Below !== undefined ? (
        <Below>{children}</Below>
      ) : ground !== undefined ? (
        <div className={`below ${ground}`}>{children}</div>
      ) : (
        children
      )}
    </>
  );
}

/** The footer. It has its own edge if the sections above have none (app.css). */
export function FootGround({ children }: { readonly children: ReactNode }) {
  const { Edge, ground = '' } = illustrationsOf(useSite().config.branding);
  return (
    <>
      <div className="foot-edge">
        <Edge />
      </div>
      <footer id="foot" className={`${ground} py-10 text-sm text-muted`.trimStart()}>
        {children}
      </footer>
    </>
  );
}

/** The brand's own plates; undefined for a brand without any. */
export function usePlateSheets(): PlateSheets | undefined {
  return illustrationsOf(useSite().config.branding).plates;
}

/** The brand's figure on top of the form, for pages that show a plate if the brand has plates. */
export function FigureInsteadOfPlate({ children }: { readonly children: ReactNode }) {
  return usePlateSheets() === undefined ? <StandingFigure>{children}</StandingFigure> : children;
}
