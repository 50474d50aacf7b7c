import type { DamagedSpan } from '@dipper/contract';
import { TriangleAlert } from 'lucide-react';
import { useDamageWords } from './use-damage-words.js';

interface DamageNoticeProps {
  /** The id that the download button references in `aria-describedby`. */
  readonly id?: string;
  readonly damage: readonly DamagedSpan[];
}

/**
 * Explains where a file is damaged and what to expect, during preparation and afterwards.
 * MergeStatus announces this text.
 */
export function DamageNotice({ id, damage }: DamageNoticeProps) {
  const { heading, text } = useDamageWords()(damage);
  return (
    <section className="card flex items-start gap-3 p-5">
      <TriangleAlert aria-hidden size={20} className="mt-1 shrink-0 text-accent" />
      <div id={id} className="grid min-w-0 gap-1">
        <h2 className="text-base">{heading}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </section>
  );
}
