import { SiteLink } from './site-link.js';

interface Step {
  readonly name: string;
  /** Left out for the page itself. */
  readonly to?: string;
  /** The language of the name, if it differs from the page's. */
  readonly lang?: string | undefined;
}

/**
 * A page's breadcrumbs.
 * @param label their name for screen readers
 */
export function Breadcrumbs({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly Step[];
}) {
  return (
    <nav aria-label={label}>
      <ol className="text-sm leading-relaxed text-muted">
        {steps.map(({ name, to, lang }, at) => (
          <li key={name} className="inline">
            {/* The no-break space keeps the separator off the end of a line. */}
            {at > 0 && <span aria-hidden>{' \u203a\u00a0'}</span>}
            {to === undefined ? (
              <bdi lang={lang} aria-current="page">
                {name}
              </bdi>
            ) : (
              <SiteLink to={to} className="py-1.5 hover:text-text">
                {name}
              </SiteLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
