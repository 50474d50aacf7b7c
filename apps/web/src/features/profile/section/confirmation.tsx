import { Button } from '../../../ui/buttons/button.js';

interface ConfirmationProps {
  /** What will happen. */
  readonly sentence: string;
  readonly yes: string;
  readonly no: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks for confirmation of something that can't be undone. The harmless button gets the focus. */
export function Confirmation({ sentence, yes, no, isBusy, onYes, onNo }: ConfirmationProps) {
  return (
    <div role="group" aria-label={sentence} className="col-span-full grid gap-2">
      <p className="text-sm">{sentence}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" busy={isBusy} onClick={onYes}>
          {yes}
        </Button>
        <Button autoFocus variant="plain" busy={isBusy} onClick={onNo}>
          {no}
        </Button>
      </div>
    </div>
  );
}
