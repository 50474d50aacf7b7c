import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Brand } from './brand.js';

const SECTIONS = [
  { hash: '#features', text: 'nav.features' },
  { hash: '#how-it-works', text: 'nav.howItWorks' },
  { hash: '#faq', text: 'nav.faq' },
] as const;

/** Open state of the small screen's menu: closes on navigation, Escape and a press outside. */
function useMenu() {
  const location = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const region = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
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
      if (event.target instanceof Node && region.current?.contains(event.target) !== true) {
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

  return { open, toggle: () => setOpenAt(open ? null : location.key), region, button };
}

/** Logo and navigation; the sections stand on the home page, so from elsewhere the links go there. */
export function SiteHeader() {
  const { t } = useTranslation();
  const { open, toggle, region, button } = useMenu();
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
    <header ref={region} className="relative z-20">
      <div className="wrap flex min-h-18 items-center justify-between gap-4">
        <Brand />
        <nav aria-label={t('nav.label')} className="max-md:hidden">
          <ul className="flex gap-1">{links}</ul>
        </nav>
        <button
          ref={button}
          type="button"
          className="button button-quiet md:hidden"
          aria-expanded={open}
          aria-controls="menu"
          onClick={toggle}
        >
          {open ? <X aria-hidden size={20} /> : <Menu aria-hidden size={20} />}
          {t('nav.menu')}
        </button>
      </div>
      <nav
        id="menu"
        aria-label={t('nav.menu')}
        hidden={!open}
        className="absolute inset-x-0 top-full md:hidden"
      >
        <ul className="card rise mx-4 p-2">{links}</ul>
      </nav>
    </header>
  );
}
