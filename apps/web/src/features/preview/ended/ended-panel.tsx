import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatePlate } from '../../../theme/illustrations/plates.js';
import { usePlateSheets } from '../../../ui/illustration.js';
import { PlateOfState } from '../../../ui/plate.js';

interface EndedPanelProps {
  /** `alert`, unless the visitor caused it. */
  readonly role: 'alert' | 'status';
  readonly plate: StatePlate;
  /** Used if the brand has no plates. */
  readonly icon: LucideIcon;
  readonly heading: string;
  readonly text: string;
  readonly facts?: ReactNode;
  /** Buttons and links for what to do next. */
  readonly children: ReactNode;
}

function Picture({ role, plate, icon: Icon }: EndedPanelProps) {
  if (usePlateSheets() !== undefined) {
    return <PlateOfState name={plate} className="w-44 max-w-full sm:w-56 sm:shrink-0 lg:w-64" />;
  }
  return (
    <span
      className={`grid size-11 shrink-0 place-items-center rounded-full bg-sunk ${
        role === 'alert' ? 'text-danger' : 'text-muted'
      }`}
    >
      <Icon aria-hidden size={24} />
    </span>
  );
}

/** Shown in place of a missing file: what happened, and what to do next. */
export function EndedPanel(props: EndedPanelProps) {
  const { role, heading, text, facts, children } = props;
  return (
    <section className="card rise flex flex-col gap-5 p-[min(1.25rem,5vw)] sm:flex-row sm:items-start sm:gap-8 sm:p-8">
      <Picture {...props} />
      <div className="grid min-w-0 grow grid-cols-1 gap-5">
        <div role={role} className="grid grid-cols-1 gap-1.5">
          <h2 tabIndex={-1} className="text-title">
            {heading}
          </h2>
          <p className="max-w-prose">{text}</p>
          {facts}
        </div>
        {/* Next to the details, there is room for only one button per row. */}
        <div className="actions lg:grid lg:w-max lg:max-w-full">{children}</div>
      </div>
    </section>
  );
}
