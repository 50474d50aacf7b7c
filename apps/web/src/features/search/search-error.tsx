import { AgainButton } from '../../components/again-button.js';
import { AlertBox } from '../../components/alert-box.js';
import type { SearchState } from './search.reducer.js';

/** Id of the sentence that says what is wrong with the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly state: SearchState;
  /** Searches for the same text once more. */
  readonly onAgain: (text: string) => void;
}

/** Why a search brought nothing, while it did; one that was refused for want of room can be repeated. */
export function SearchError({ state, onAgain }: SearchErrorProps) {
  if (state.phase !== 'error') {
    return null;
  }
  const { error, again } = state;
  return (
    <>
      <AlertBox id={LINK_ERROR}>{error}</AlertBox>
      {again !== undefined && (
        <AgainButton
          seconds={again.seconds}
          className="button-quiet justify-self-start"
          onClick={() => onAgain(again.text)}
        />
      )}
    </>
  );
}
