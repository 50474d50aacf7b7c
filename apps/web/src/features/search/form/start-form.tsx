import { clipInText } from '@dipper/media';
import { useReducer, useRef } from 'react';
import { LinkForm } from './link-form.js';
import { SearchError } from '../search-error.js';
import { useTypedText } from './use-prefill.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useNavigate } from 'react-router-dom';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { checkLink } from './check-link.js';
import { prefetchSearch } from '../find-formats.js';
import { IDLE, type Search, searchReducer } from '../search.reducer.js';

/** For pages without results: checks the text, then shows the formats on the home page. */
function useSearchAtHome(): Search {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(searchReducer, IDLE);

  const submit = (text: string) => {
    const checked = checkLink(text);
    if (checked.ok) {
      const { to, state: asks } = searchLink(
        clipInText(text) === null ? checked.text : checked.link,
      );
      navigate(to, { state: asks });
    } else {
      dispatch({ type: 'refused', error: t(checked.message) });
    }
  };
  return {
    state,
    prepare: () => void prefetchSearch(),
    submit,
    // Only the home page shows lists.
    pick: () => undefined,
    back: () => undefined,
    show: () => undefined,
    typed: () => dispatch({ type: 'typed' }),
    clear: () => dispatch({ type: 'cleared' }),
  };
}

/**
 * The form on pages that do not show results; it shows them on the home page.
 * @param link the initial text of the field
 */
export function StartForm({ link }: { readonly link?: string }) {
  const search = useSearchAtHome();
  const [text, setText] = useTypedText(link);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="grid grid-cols-1 gap-5">
      <LinkForm search={search} text={text} onText={setText} field={field} />
      <SearchError state={search.state} onAgain={search.submit} />
    </div>
  );
}
