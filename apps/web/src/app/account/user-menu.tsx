import type { User } from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { Disclosure } from '../shell/disclosure.js';
import { Avatar, nameOf } from '../../ui/avatar.js';
import { UserEntries } from './user-entries.js';

/** The signed-in person in the header of wide screens, and what they can do. */
export function UserMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const label = (
    <>
      <Avatar user={user} />
      <span className="sr-only">
        {t('menu.label')}: {nameOf(user)}
      </span>
    </>
  );
  return (
    <Disclosure
      label={label}
      // As large as what has kept its place (account-corner.tsx).
      labelClass="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sunk group-open:bg-sunk"
      className="relative"
    >
      <div className="card rise absolute end-0 top-full z-10 w-72 p-2">
        <UserEntries user={user} />
      </div>
    </Disclosure>
  );
}
