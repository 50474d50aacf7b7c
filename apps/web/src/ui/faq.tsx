import type { ReactNode } from 'react';
import { FoldArrow } from './icons/fold-arrow.js';

interface FaqProps {
  readonly items: readonly { readonly question: string; readonly answer: ReactNode }[];
}

/** Questions with collapsible answers, which work with and without scripts. */
export function Faq({ items }: FaqProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ question, answer }) => (
        <details key={question}>
          <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 text-lg font-semibold wrap-anywhere">
            {question}
            <FoldArrow />
          </summary>
          <p className="max-w-3xl pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
