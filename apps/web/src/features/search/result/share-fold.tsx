import { Share2 } from 'lucide-react';
import { type ComponentType, type SyntheticEvent, useState } from 'react';
import { loadMoreTexts } from '../../../i18n/more-texts.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { FoldArrow } from '../../../ui/icons/fold-arrow.js';

type LinkBox = ComponentType<{ readonly path: string }>;

/** Loads the component that creates and shares a preview's short link. Passed in by the page. */
export type LoadLinkBox = () => Promise<LinkBox>;

interface ShareFoldProps {
  readonly path: string;
  readonly load: LoadLinkBox;
}

/**
 * The link for sharing a result, created only when this is unfolded, because most visitors do not
 * need it.
 */
export function ShareFold({ path, load }: ShareFoldProps) {
  const { t, i18n } = useTranslation('search');
  const { t: common } = useTranslation();
  // Late sizes change the path but must not create a second link.
  const [box, setBox] = useState<{ readonly Box: LinkBox; readonly path: string } | null>(null);
  const [failed, setFailed] = useState(false);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open || box !== null) {
      return;
    }
    setFailed(false);
    Promise.all([load(), loadMoreTexts(i18n, ['share'])]).then(
      ([Box]) => setBox({ Box, path }),
      () => setFailed(true),
    );
  };
  return (
    <details className="min-w-0 open:basis-full" onToggle={onToggle}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk">
        <Share2 aria-hidden size={18} className="text-muted" />
        {t('result.share')}
        <FoldArrow />
      </summary>
      <div className="mt-2 grid min-h-12 grid-cols-1 content-start px-3">
        {failed && <AlertBox>{common('ui.failed')}</AlertBox>}
        {box !== null && <box.Box path={box.path} />}
      </div>
    </details>
  );
}
