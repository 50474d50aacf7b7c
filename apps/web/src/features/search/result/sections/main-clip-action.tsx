import { LoaderCircle, Scissors } from 'lucide-react';
import { AlertBox } from '../../../../ui/alert-box.js';
import { Button } from '../../../../ui/buttons/button.js';
import { type ClipAction, useActionLabel } from '../../../../entities/media/clip/clip-maker.js';
import { useClipWords } from '../../form/times/clip-words.js';

interface MainClipActionProps {
  readonly action: ClipAction;
  readonly busy: boolean;
  /** Why the last request failed; null if it didn't. */
  readonly error: string | null;
}

/** The result's main button if the link came with times: it makes the clip, not the whole item. */
export function MainClipAction({ action, busy, error }: MainClipActionProps) {
  const labelOf = useActionLabel();
  const wordsOf = useClipWords();
  const { range, kind, isTooLong, onMake, onShorten } = action;
  return (
    <>
      <Button
        variant="primary"
        busy={!isTooLong && busy}
        onClick={isTooLong ? onShorten : onMake}
        className="min-h-16 justify-start gap-3.5 rounded-xl px-[min(1rem,4vw)] text-lg tabular-nums sm:px-5"
      >
        {busy ? (
          <LoaderCircle aria-hidden size={24} className="shrink-0 animate-spin" />
        ) : (
          <Scissors aria-hidden size={24} className="shrink-0" />
        )}
        <span className="grid min-w-0 grid-cols-1 text-start">
          {labelOf(action)}{' '}
          <span className="text-sm font-medium">{wordsOf({ ...range, as: kind })}</span>
        </span>
      </Button>
      {error !== null && <AlertBox>{error}</AlertBox>}
    </>
  );
}
