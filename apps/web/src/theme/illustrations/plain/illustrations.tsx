import type { ReactNode } from 'react';
import { useSite } from '../../../site/site.js';
import type { BrandDrawings } from '../brand-drawings.js';
import { initialOf } from './initial.js';

/** The first letter of the name in the brand's colors. */
function Monogram({ className }: { readonly className?: string }) {
  const { name } = useSite().config.branding;
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true" focusable="false">
      <rect className="fill-primary" width="48" height="48" rx="12" />
      <text className="fill-on-primary font-bold" x="24" y="34" fontSize="29" textAnchor="middle">
        {initialOf(name)}
      </text>
    </svg>
  );
}

function PlainForm({ children }: { readonly children: ReactNode }) {
  return <div className="min-w-0">{children}</div>;
}

function PlainEdge() {
  return <div aria-hidden className="h-px bg-line" />;
}

/** For brands without their own drawings: the first letter of the name, and no figure. */
export const plain: BrandDrawings = { Mark: Monogram, Standing: PlainForm, Edge: PlainEdge };
