import { readThemeChoice, THEME_CHOICES, type ThemeChoice } from '@dipper/site';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { applyThemeChoice, keepThemeChoice } from '../../theme/light-or-dark.js';
import { buttonClass } from '../../ui/buttons/button.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { Disclosure } from './disclosure.js';

/**
 * The first render is the same for everybody and cannot depend on the theme, so CSS picks the icon
 * and the label by an attribute of the document.
 */
const SHOWN = {
  light: { icon: 'Sun', className: 'hidden in-data-[theme=light]:inline' },
  dark: { icon: 'Moon', className: 'hidden in-data-[theme=dark]:inline' },
  auto: { icon: 'SunMoon', className: 'in-data-theme:hidden' },
} as const;

/** Switches between light, dark and system theme; hidden without scripts. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const name = useId();
  const choices = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<ThemeChoice | null>(null);
  const choose = (choice: ThemeChoice) => {
    keepThemeChoice(document, choice);
    applyThemeChoice(document, choice);
    setChosen(choice);
  };
  const takeOver = useEffectEvent(() => {
    // The visitor may have pressed a choice before the code had loaded.
    const pressed = choices.current?.querySelector<HTMLInputElement>(':checked')?.value;
    const choice = THEME_CHOICES.find((it) => it === pressed);
    if (choice === undefined) {
      setChosen(readThemeChoice(document.cookie));
    } else {
      choose(choice);
    }
  });
  useEffect(() => takeOver(), []);
  const label = (
    <>
      <span className="sr-only">{t('theme.label')} </span>
      {THEME_CHOICES.map((choice) => {
        const { icon, className } = SHOWN[choice];
        return (
          <span key={choice} className={className}>
            <LineIcon icon={icon} />
            <span className="sr-only">{t(`theme.${choice}`)}</span>
          </span>
        );
      })}
    </>
  );
  return (
    <Disclosure
      label={label}
      labelClass={buttonClass({ variant: 'plain', size: 'icon' })}
      className="relative noscript:hidden"
      // Another tab may have changed the theme.
      onPress={() => setChosen(readThemeChoice(document.cookie))}
    >
      <fieldset ref={choices} className="card rise absolute end-0 top-full z-10 min-w-36 p-2">
        <legend className="sr-only">{t('theme.label')}</legend>
        {THEME_CHOICES.map((choice) => {
          const { icon } = SHOWN[choice];
          return (
            <label
              key={choice}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-3 font-medium outline-link hover:bg-sunk has-checked:bg-sunk has-checked:text-link has-focus-visible:outline-3 has-focus-visible:-outline-offset-3"
            >
              <input
                type="radio"
                name={name}
                value={choice}
                checked={chosen === choice}
                onChange={() => choose(choice)}
                className="sr-only"
              />
              <LineIcon icon={icon} />
              {t(`theme.${choice}`)}
            </label>
          );
        })}
      </fieldset>
    </Disclosure>
  );
}
