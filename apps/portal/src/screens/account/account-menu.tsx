// The menu of the account page, who is signed in, and signing out.
import { LogOut } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import type { Person } from '../../lib/session.ts';
import { useSignOut } from '../../lib/sign-in.ts';
import { EMPTY, useCart } from '../../parts/cart/cart-store.ts';
import { Button } from '../../ui/button.tsx';
import { useCurrentInView } from '../../ui/current-in-view.ts';
import { toast } from '../../ui/toast.tsx';
import { campaignsWord, useOwnCampaigns } from './own-campaigns.ts';
import { COMING_SOON, TABS, type Tab } from './tabs.ts';

const ENTRY =
  'block rounded-md px-3 py-1.5 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-strong aria-[current=page]:text-ink';

export function AccountMenu(props: {
  readonly person: Person;
  readonly selected: Tab['name'] | null;
}) {
  const { person, selected } = props;
  const { afcs, hpcrs } = useOwnCampaigns();
  const takesPart = [afcs.data, hpcrs.data].some((list) => list !== undefined && list.length > 0);
  // On a phone the entries are one line that scrolls; one of them may come later.
  const menu = useCurrentInView<HTMLElement>(`${selected} ${takesPart}`);
  return (
    <div className="max-md:grid max-md:min-w-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-y-2">
      <p className="mb-3 px-3 max-md:mb-0 max-md:px-0">
        <span className="block font-strong">{person.displayName}</span>
        {person.displayName !== person.userName && (
          <span className="text-sm text-ink-2">{person.userName}</span>
        )}
      </p>
      <nav
        ref={menu}
        aria-label="Account"
        className="relative max-md:order-1 max-md:col-span-2 max-md:overflow-x-auto max-md:border-y max-md:border-rule max-md:py-1.5"
      >
        <ul className="grid gap-0.5 max-md:flex max-md:w-max">
          {TABS.filter(({ name }) => name !== 'afc' || takesPart).map((tab) => (
            <li key={tab.name}>
              <a
                className={ENTRY}
                href={`#/account/${tab.name}`}
                aria-current={tab.name === selected ? 'page' : undefined}
              >
                <TabLabel tab={tab} />
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

/** The label of a tab, with the archive's own names. */
export function TabLabel({ tab }: { readonly tab: Tab }) {
  const { archiveName } = useConfig();
  return tab.name === 'afc' ? `My ${campaignsWord(archiveName)}` : tab.label;
}

/**
 * The cart of the account stays on the server; the browser forgets it, as others may use it next.
 */
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
    <Button look="quiet" className="mt-4 max-md:mt-0" busy={signOut.isPending} onClick={leave}>
      <LogOut size={16} aria-hidden />
      Sign out
    </Button>
  );
}
