import '../../../theme/later.css';
import type { Namespace } from '@dipper/site';
import { LazySection } from '../../../ui/loading/lazy-section.js';
import type { Search } from '../search.reducer.js';
import { ListCard } from './list-card.js';
import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { usePicked, useReturn } from './use-list-way.js';

interface BackToListProps {
  readonly onBack: () => void;
}

/** Goes back from an entry's formats to the list, like the browser's Back button. */
function BackToList({ onBack }: BackToListProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const picked = usePicked();
  useReturn(() => {
    if (picked === null) {
      onBack();
    }
  });
  return (
    <Button
      variant="plain"
      tone="link"
      className="-my-2 me-auto"
      onClick={() => {
        if (picked === null) {
          onBack();
        } else {
          navigate(-1);
        }
      }}
    >
      <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
      {t('result.back')}
    </Button>
  );
}

/** The error texts are needed for failed entries. */
const TEXTS: readonly Namespace[] = ['list', 'errors'];

const STAY = { preventScroll: true };

interface ListPlaceProps {
  readonly search: Search;
  /** Puts the displayed link into the form. */
  readonly onText: (text: string) => void;
  readonly onClear: () => void;
}

/** The list or, while one of its entries is shown, the link back to it. */
export function ListPlace({ search, onText, onClear }: ListPlaceProps) {
  const { state, pick, back } = search;
  if (state.phase === 'list') {
    const { link, list, isNew } = state;
    return (
      <LazySection id={list.task_id} texts={TEXTS} place="card min-h-96">
        <ListCard
          key={list.task_id}
          list={list}
          link={link}
          isNew={isNew}
          onPick={(url) => {
            onText(url);
            pick(url, { link, list });
            // The pressed button is gone, and the next heading has yet to load.
            document.querySelector<HTMLElement>('#main [type=submit]')?.focus(STAY);
          }}
          onClear={onClear}
        />
      </LazySection>
    );
  }
  const from = 'from' in state ? state.from : undefined;
  return from === undefined ? null : (
    <BackToList
      onBack={() => {
        onText(from.link);
        back(from);
      }}
    />
  );
}
