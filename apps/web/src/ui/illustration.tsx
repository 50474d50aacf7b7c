import { Fragment, type ReactNode } from 'react';
import { useSite } from '../lib/site.js';
import { illustrationsOf } from '../theme/illustrations/illustrations.js';

/** The brand's mark: the logo of the configuration, else what is drawn for the brand. */
export function BrandMark({ className }: { readonly className?: string }) {
  const { branding } = useSite().config;
  const { drawing, icon } = branding.logo;
  const size = { ...(className !== undefined && { className }) };
  if (drawing !== undefined) {
    return (
      <svg viewBox={drawing.viewBox} aria-hidden="true" focusable="false" {...size}>
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

interface OnFormProps {
  /** What it stands on. */
  readonly children: ReactNode;
  /** Also there, small, where the screen has no room for it beside the text. */
  readonly onPhones?: boolean;
}

/** The brand's figure on top of the form. */
export function StandingFigure(props: OnFormProps) {
  const { Standing } = illustrationsOf(useSite().config.branding);
  return <Standing {...props} />;
}

/** The sections below the start of a page, under the brand's edge. */
export function BelowEdge({ children }: { readonly children: ReactNode }) {
  const { Edge, Below = Fragment } = illustrationsOf(useSite().config.branding);
  return (
    <>
      <Edge />
      <Below>{children}</Below>
    </>
  );
}

/** The foot of every page, under the edge that its sections do not have (water.css). */
export function FootGround({ children }: { readonly children: ReactNode }) {
  const { Edge, ground = '' } = illustrationsOf(useSite().config.branding);
  return (
    <>
      <div className="foot-edge">
        <Edge />
      </div>
      <footer className={`${ground} py-10 text-sm text-muted`.trimStart()}>{children}</footer>
    </>
  );
}

/** True where the sections of the home page have plates; other brands would look like the same guide. */
export function useHasPlates(): boolean {
  return illustrationsOf(useSite().config.branding).plates === true;
}

/** The brand's figure where it is under way in water; nothing where it has none that swims. */
export function SwimmingFigure({ className }: { readonly className: string }) {
  const { swimmer } = illustrationsOf(useSite().config.branding);
  return swimmer === undefined ? null : (
    <span className={className}>
      <svg focusable="false">
        <use href={swimmer} />
      </svg>
    </span>
  );
}
