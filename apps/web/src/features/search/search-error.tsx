import { AlertBox } from '../../components/alert-box.js';
import type { SearchState } from './search.reducer.js';

/** Id of the sentence that says what is wrong with the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly state: SearchState;
}

/** Why a search brought nothing, while it did. */
export function SearchError({ state }: SearchErrorProps) {
  return state.phase === 'error' ? <AlertBox id={LINK_ERROR}>{state.error}</AlertBox> : null;
}
