// The menu of the account page, who is signed in, and signing out.
import { LogOut } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import type { Person } from '../../lib/session.ts';
import { useSignOut } from '../../lib/sign-in.ts';
import { EMPTY, useCart } from '../../parts/cart/cart-store.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { acronymOf, useOwnCampaigns } from './own-campaigns.ts';
import { COMING_SOON, TABS, type Tab } from './tabs.ts';

const ENTRY =
  'block rounded-md px-3 py-1.5 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-strong aria-[current=page]:text-ink';

export function AccountMenu(props: {
  readonly person: Person;
  readonly selected: Tab['name'] | null;
}) {
  const { person, selected } = props;
  const { afcs, hpcrs } = useOwnCampaigns();
  const acronym = acronymOf(useConfig().archiveName);
  const takesPart = [afcs.data, hpcrs.data].some((list) => list !== undefined && list.length > 0);
  return (
    <div>
      <p className="mb-3 px-3">
        <span className="block font-strong">{person.displayName}</span>
        {person.displayName !== person.userName && (
          <span className="text-sm text-ink-2">{person.userName}</span>
        )}
      </p>
      <nav aria-label="Account">
        <ul className="grid gap-0.5">
          {TABS.filter(({ name }) => name !== 'afc' || takesPart).map((tab) => (
            <li key={tab.name}>
              <a
                className={ENTRY}
                href={`#/account/${tab.name}`}
                aria-current={tab.name === selected ? 'page' : undefined}
              >
                {tab.name === 'afc' ? `My ${acronym}s` : tab.label}
                {tab.name === 'recommendations' && (
                  <>
                    {' '}
                    <span className="badge">Beta</span>
                  </>
                )}
              </a>
            </li>
          ))}
          {person.roles.includes('operator') && (
            <>
              <li>
                <a className={ENTRY} href="#/reports">
                  Write quality reports
                </a>
              </li>
              <li>
                <a className={ENTRY} href="#/operate">
                  Operate the archive
                </a>
              </li>
            </>
          )}
          <li>
            <span className="block px-3 py-1.5 text-ink-2">
              {COMING_SOON.label} <span className="badge whitespace-nowrap">coming soon</span>
            </span>
          </li>
        </ul>
      </nav>
      <SignOut />
    </div>
  );
}

/** The cart of the account stays on the server; the browser forgets it, as others may use it next. */
function SignOut() {
  const signOut = useSignOut(({ endSession }) => {
    useCart.setState(EMPTY);
    toast({ title: 'You are signed out' });
    window.location.hash = '#/';
    if (endSession && /^https?:/.test(endSession)) window.location.assign(endSession);
  });
  const leave = (): void =>
    signOut.mutate(undefined, {
      onError: () => toast({ title: 'Signing out did not work. Try again.', kind: 'problem' }),
    });
  return (
    <Button look="quiet" className="mt-4" busy={signOut.isPending} onClick={leave}>
      <LogOut size={16} aria-hidden />
      Sign out
    </Button>
  );
}
