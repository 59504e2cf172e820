// The account page.
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function AccountScreen() {
  usePageTitle('Account');
  const { person } = useSession();
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <h1 className="title">Account</h1>
      {person === undefined && <Spinner label="Looking who is signed in…" />}
      {person === null && <EmptyPanel title="You are not signed in" />}
      {person && <p className="mt-3">Signed in as {person.displayName}.</p>}
    </main>
  );
}
