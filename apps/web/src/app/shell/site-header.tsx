import { Menu, X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Link, useLocation } from 'react-router-dom';
import { Brand } from './brand.js';
import { buttonClass } from '../../ui/button.js';

const SECTIONS = [
  { hash: '#features', text: 'nav.features' },
  { hash: '#how-it-works', text: 'nav.howItWorks' },
  { hash: '#faq', text: 'nav.faq' },
] as const;

/**
 * Open state of the small screen's menu: closes on navigation, Escape, a press outside, and when
 * the focus leaves it.
 */
function useMenu() {
  const location = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);
  const open = openAt === location.key;

  useEffect(() => {
    if (!open) {
      return;
    }
    const close = () => setOpenAt(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close();
        button.current?.focus();
      }
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true) {
        close();
      }
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);

  const onToggle = () => setOpenAt(menu.current?.open === true ? location.key : null);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) {
      setOpenAt(null);
    }
  };
  return { menu, button, open, onToggle, onBlur };
}

/** Logo and navigation; the sections stand on the home page, so from elsewhere the links go there. */
export function SiteHeader() {
  const { t } = useTranslation();
  const { menu, button, open, onToggle, onBlur } = useMenu();
  const links = SECTIONS.map(({ hash, text }) => (
    <li key={hash}>
      <Link
        to={{ pathname: '/', hash }}
        className="flex min-h-11 items-center rounded-lg px-3 font-medium text-muted hover:text-text"
      >
        {t(text)}
      </Link>
    </li>
  ));
  return (
    <header className="relative z-20">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-between gap-x-4">
        <Brand />
        <nav aria-label={t('nav.label')} className="max-md:hidden">
          <ul className="flex gap-1">{links}</ul>
        </nav>
        {/* The browser opens it by itself: it is there before the script, and without one. */}
        <details
          ref={menu}
          open={open}
          onToggle={onToggle}
          onBlur={onBlur}
          className="group md:hidden"
        >
          <summary
            ref={button}
            className={buttonClass({ variant: 'quiet', className: 'list-none' })}
          >
            <X aria-hidden size={20} className="not-group-open:hidden" />
            <Menu aria-hidden size={20} className="group-open:hidden" />
            {t('nav.menu')}
          </summary>
          <nav aria-label={t('nav.menu')} className="absolute inset-x-0 top-full">
            <ul className="card rise mx-4 p-2">{links}</ul>
          </nav>
        </details>
      </div>
    </header>
  );
}
