import { ChevronRight } from 'lucide-react';
import { SiteLink } from './site-link.js';

interface Step {
  readonly name: string;
  /** Left out for the page itself. */
  readonly to?: string;
}

/** The breadcrumbs of a page. @param label their name for screen readers */
export function Breadcrumbs({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly Step[];
}) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {steps.map(({ name, to }) => (
          <li key={name} className="flex min-h-8 items-center gap-1.5">
            {to === undefined ? (
              <span aria-current="page">{name}</span>
            ) : (
              <>
                <SiteLink to={to} className="inline-flex min-h-8 items-center hover:text-text">
                  {name}
                </SiteLink>
                <ChevronRight aria-hidden size={14} className="rtl:rotate-180" />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
