import { useSite } from '../../../site/site.js';
import type { BrandDrawings } from '../brand-drawings.js';
import { Drawing, type DrawingProps } from '../drawing.js';
import { initialOf } from './initial.js';

/** The first letter of the name in the brand's colors. */
function Monogram(props: DrawingProps) {
  const { name } = useSite().config.branding;
  return (
    <Drawing {...props} viewBox="0 0 48 48">
      <rect className="fill-primary" width="48" height="48" rx="12" />
      <text className="fill-on-primary font-bold" x="24" y="34" fontSize="29" textAnchor="middle">
        {initialOf(name)}
      </text>
    </Drawing>
  );
}

function PlainEdge() {
  return <div aria-hidden className="h-px bg-line" />;
}

/** For brands without their own drawings: the first letter of the name, and no figure. */
export const plain: BrandDrawings = { Mark: Monogram, Edge: PlainEdge };
