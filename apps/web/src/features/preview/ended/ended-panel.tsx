import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EndedPanelProps {
  /** An alert, unless the visitor caused the end. */
  readonly role: 'alert' | 'status';
  readonly icon: LucideIcon;
  readonly heading: string;
  readonly text: string;
  /** Details about the missing file. */
  readonly facts?: ReactNode;
  /** The actions that the visitor can take next. */
  readonly children: ReactNode;
}

/** Replaces a missing file. It says what happened and offers the next actions. */
export function EndedPanel(props: EndedPanelProps) {
  const { role, icon: Icon, heading, text, facts, children } = props;
  return (
    <section className="card rise grid grid-cols-1 gap-6 p-[min(1.25rem,5vw)] sm:p-8">
      <div role={role} className="flex flex-wrap items-start gap-4">
        <span
          className={`grid size-11 shrink-0 place-items-center rounded-full bg-sunk ${
            role === 'alert' ? 'text-danger' : 'text-muted'
          }`}
        >
          <Icon aria-hidden size={24} />
        </span>
        <div className="grid min-w-0 flex-[1_1_9rem] grid-cols-1 gap-1.5">
          <h2 tabIndex={-1} className="pt-1.5 text-title">
            {heading}
          </h2>
          <p className="max-w-prose">{text}</p>
          {facts}
        </div>
      </div>
      <div className="actions sm:ps-15">{children}</div>
    </section>
  );
}
