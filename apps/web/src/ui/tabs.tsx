import * as Radix from 'radix-ui/tabs';
import { type ReactNode, useSyncExternalStore } from 'react';
import { documentDirection } from './overlays/document-direction.js';

interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps {
  /** The name of the tab list for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The id of the initial tab. The default is the first tab; '' opens none. */
  readonly initial?: string;
  readonly onChange?: (id: string) => void;
}

const never = () => () => undefined;

// Removes style attributes that Radix would render. The content policy forbids them in the server's
// HTML.
const NO_OUTLINE = { outline: undefined };
const NO_DURATION = { animationDuration: undefined };

/**
 * All panels are in the page, so that search engines and visitors without scripts get the full
 * text. The direction comes from the document. It is never set as an attribute, because it is not
 * known while rendering on the server.
 */
export function Tabs({ label, tabs, initial, onChange }: TabsProps) {
  const dir = useSyncExternalStore(never, documentDirection, () => 'ltr' as const);
  return (
    <Radix.Root
      asChild
      dir={dir}
      defaultValue={initial ?? tabs[0]?.id ?? ''}
      onValueChange={onChange}
    >
      <div dir={undefined} className="grid grid-cols-1 gap-4">
        <Radix.List
          aria-label={label}
          style={NO_OUTLINE}
          className="flex flex-wrap border-b sm:gap-x-1 border-line noscript:hidden"
        >
          {tabs.map(({ id, label: words }) => (
            <Radix.Trigger
              key={id}
              value={id}
              className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 border-b-2 border-transparent px-2 font-semibold text-muted -outline-offset-3 max-sm:text-sm sm:px-4 hover:text-text data-[state=active]:border-primary data-[state=active]:text-text"
            >
              {words}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {tabs.map(({ id, panel }) => (
          <Radix.Content key={id} value={id} forceMount asChild>
            <div style={NO_DURATION} className="data-[state=inactive]:not-noscript:hidden">
              {panel}
            </div>
          </Radix.Content>
        ))}
      </div>
    </Radix.Root>
  );
}
