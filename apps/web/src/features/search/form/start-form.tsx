import { useRef } from 'react';
import { LinkForm } from './link-form.js';
import { SearchError } from '../search-error.js';
import { useTypedText } from './use-prefill.js';
import { useSearchAtHome } from './use-search-at-home.js';

/** The form on pages that do not show results. The home page shows them instead. */
export function StartForm() {
  const search = useSearchAtHome();
  const [text, setText] = useTypedText();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="grid grid-cols-1 gap-5">
      <LinkForm search={search} text={text} onText={setText} field={field} />
      <SearchError state={search.state} onAgain={search.submit} />
    </div>
  );
}
