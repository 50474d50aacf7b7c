import { useTranslation } from '../../../../i18n/use-translation.js';
import { AtOnceChoice } from '../../../../entities/task/at-once/at-once-choice.js';
import { savesByItself } from '../../../../lib/browser/saves-by-itself.js';
import { useMounted } from '../../../../lib/react/use-mounted.js';

/**
 * The line below the save button. It tells visitors where the file goes and, once a file has been
 * saved, offers to save automatically next time. Both take the same space.
 */
export function SavedChoice({ wasSaved }: { readonly wasSaved: boolean }) {
  const { t } = useTranslation('preview');
  // On iOS, the visitor chooses where to save.
  const isKnown = useMounted() && savesByItself();
  return (
    <div className="grid min-h-11 grid-cols-1 items-center">
      <AtOnceChoice
        offered={wasSaved}
        before={isKnown && <p className="text-sm text-muted">{t('actions.where')}</p>}
      />
    </div>
  );
}
