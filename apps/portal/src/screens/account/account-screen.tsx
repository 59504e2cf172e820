// The account page: a menu at the left, the chosen tab beside it; a prompt to sign in for everybody
// else.
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { cameFromSearch, searchHref } from '../../lib/places.ts';
import { useParams, useRouter } from '../../lib/router/provider.tsx';
import { useSession } from '../../lib/session.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { rememberRoute } from '../../parts/login/return-route.ts';
import { SessionFailed } from '../../parts/login/session-failed.tsx';
import { SignInPanel } from '../../parts/login/sign-in-panel.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { AccountMenu, TabLabel } from './account-menu.tsx';
import { AssistantsTab } from './assistants-tab.tsx';
import { CampaignsTab } from './campaigns-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { RecommendationsTab } from './recommendations-tab.tsx';
import { SearchTab } from './search-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { COMING_SOON, TABS, tabOf } from './tabs.ts';
import { TokensTab } from './tokens-tab.tsx';

export function AccountScreen() {
  usePageTitle('Account');
  const { selected = '' } = useParams();
  const { person, expired, unreached } = useSession();
  const tab = tabOf(selected);
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      {cameFromSearch() && (
        <a className="btn btn-quiet btn-small -ml-2" href={searchHref()}>
          <ArrowLeft size={15} aria-hidden />
          Return to Data Search
        </a>
      )}
      <h1 className="title">Account</h1>
      {expired && <ExpiredNotice />}
      {!expired && person === undefined && (
        <div className="py-10">
          <Spinner label="Checking who is signed in…" />
        </div>
      )}
      {unreached && (
        <div className="mt-4">
          <SessionFailed />
        </div>
      )}
      {!expired && !unreached && person === null && <SignInPrompt />}
      {person && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-5 md:grid-cols-[15rem_minmax(0,1fr)]">
          <AccountMenu person={person} selected={tab?.name ?? null} />
          {!tab && <NoSuchTab selected={selected} />}
          {tab && (
            <section aria-labelledby="tab-title" className="min-w-0">
              <h2 id="tab-title" className="title-2 mb-4">
                <TabLabel tab={tab} />
              </h2>
              {tab.name === 'profile' && <ProfileTab person={person} />}
              {tab.name === 'order' && <OrdersTab />}
              {tab.name === 'search' && <SearchTab />}
              {tab.name === 'security' && <SecurityTab />}
              {tab.name === 'tokens' && <TokensTab person={person} />}
              {tab.name === 'assistants' && <AssistantsTab />}
              {tab.name === 'data' && <DataTab />}
              {tab.name === 'recommendations' && <RecommendationsTab person={person} />}
              {tab.name === 'afc' && <CampaignsTab />}
            </section>
          )}
        </div>
      )}
    </main>
  );
}

/** An address of an unknown tab displays an error, instead of a different tab. */
const NoSuchTab = ({ selected }: { readonly selected: string }) => (
  <EmptyPanel
    title={
      selected.toLowerCase() === COMING_SOON.name
        ? `${COMING_SOON.label}: coming soon`
        : 'No such page of your account'
    }
    text={
      selected.toLowerCase() === COMING_SOON.name
        ? 'This page of your account is not available yet.'
        : `There is no \u201c${selected}\u201d here. Choose one of the pages in the menu.`
    }
  >
    <a className={buttonClass()} href="#/account/profile">
      {TABS[0].label}
    </a>
  </EmptyPanel>
);

/**
 * The account page needs a session: without one the dialog opens by itself, once for each visit.
 */
function SignInPrompt() {
  const router = useRouter();
  useEffect(() => {
    rememberRoute(router.state.location.href);
    void askToSignIn();
  }, [router]);
  return (
    <SignInPanel why="Your orders, their downloads and your preferences are kept with your account." />
  );
}

function ExpiredNotice() {
  const { contact, services } = useConfig();
  const renewal = services.userRegistration;
  return (
    <EmptyPanel
      title={LOGIN_MESSAGES['account-expired']}
      text="Accounts are renewed from time to time. Your orders and preferences are kept."
    >
      {renewal ? (
        <a className="btn btn-primary" href={renewal} target="_blank" rel="noreferrer">
          Renew your account
        </a>
      ) : (
        <a
          className="btn btn-primary"
          href={`mailto:${contact.email}?subject=${encodeURIComponent('Renewal of my account')}`}
        >
          Ask for renewal
        </a>
      )}
      <Button onClick={() => void askToSignIn()}>Use another account</Button>
    </EmptyPanel>
  );
}
