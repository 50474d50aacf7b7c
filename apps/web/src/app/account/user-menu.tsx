import type { User } from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { Disclosure } from '../shell/disclosure.js';
import { Avatar, nameOf } from '../../ui/avatar.js';
import { UserEntries } from './user-entries.js';

/** The account menu in the header of wide screens. */
export function UserMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const label = (
    <>
      <Avatar user={user} />
      <span data-account="" className="sr-only">
        {t('menu.label')}: {nameOf(user)}
      </span>
    </>
  );
  return (
    <Disclosure
      label={label}
      // The same size as its placeholder (account-corner.tsx).
      labelClass="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sunk group-open:bg-sunk"
      className="relative"
    >
      <div className="card rise absolute end-0 top-full z-10 w-72 p-2">
        <UserEntries user={user} />
      </div>
    </Disclosure>
  );
}
