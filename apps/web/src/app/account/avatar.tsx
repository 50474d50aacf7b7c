import type { User } from '@dipper/contract';
import { useState } from 'react';
import { initials } from './initials.js';

/** What a person is called: as they want it, else by what they have signed up with. */
export function nameOf({ email, username, profile }: User): string {
  return profile.display_name || username || email;
}

/** The picture of an account; the initials where there is none, or it does not come. */
export function Avatar({ user }: { readonly user: User }) {
  const { avatar_url } = user.profile;
  const [failed, setFailed] = useState('');
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-(--badge) text-sm font-semibold text-(--on-badge)"
    >
      {avatar_url !== '' && avatar_url !== failed ? (
        <img
          src={avatar_url}
          alt=""
          // Whose picture it is need not know which page shows it.
          referrerPolicy="no-referrer"
          onError={() => setFailed(avatar_url)}
          className="size-full object-cover"
        />
      ) : (
        initials(nameOf(user))
      )}
    </span>
  );
}
