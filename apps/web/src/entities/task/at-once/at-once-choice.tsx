import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { savesByItself } from '../../../lib/browser/saves-by-itself.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import { keepSavesAtOnce, savesAtOnce } from './save-at-once.js';

/**
 * The switch for `savesAtOnce`, shown wherever the setting has an effect, so that visitors can
 * easily switch it off.
 * @param offered true to show it even while it is off, because this item is ready and saved
 * @param before the content to show while the switch is hidden
 */
export function AtOnceChoice({
  offered = false,
  before = null,
}: {
  readonly offered?: boolean;
  readonly before?: ReactNode;
}) {
  const { t } = useTranslation('search');
  const mounted = useMounted();
  const [wasOn] = useState(savesAtOnce);
  const [on, setOn] = useState(wasOn);
  if (!mounted) {
    // The height comes from a mark on the document (app/head/kept-choice.ts), and is 0 without one.
    return <div className="at-once-place min-h-11" />;
  }
  if (!(offered || wasOn)) {
    return before;
  }
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-2 text-sm">
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => {
          keepSavesAtOnce(target.checked);
          setOn(target.checked);
        }}
        className="size-5 shrink-0 accent-primary"
      />
      <span>
        {offered && `${t('atOnce.next')} `}
        {t(savesByItself() ? 'atOnce.andSave' : 'atOnce.take')}
      </span>
    </label>
  );
}
