import type { ReactNode } from 'react';
import { useSite } from '../lib/site.js';
import { illustrationsOf } from '../theme/illustrations/illustrations.js';

/** The brand's mark. */
export function BrandMark({ className }: { readonly className?: string }) {
  const { Mark } = illustrationsOf(useSite().config.branding);
  return <Mark {...(className !== undefined && { className })} />;
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

/** The edge above a section. */
export function SectionEdge() {
  const { Edge } = illustrationsOf(useSite().config.branding);
  return <Edge />;
}
