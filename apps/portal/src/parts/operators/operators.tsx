// What only operators see; other users see the reason.
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { SessionFailed } from '../login/session-failed.tsx';
import { SignInPanel } from '../login/sign-in-panel.tsx';

/** `why`: what is done here, shown to users who are not signed in. */
export function Operators(props: { readonly why: string; readonly children: ReactNode }) {
  const { why, children } = props;
  const { person, unreached } = useSession();
  if (person === undefined)
    return (
      <div className="py-10">
        <Spinner label="Checking who is signed in…" />
      </div>
    );
  if (unreached)
    return (
      <div className="mt-4">
        <SessionFailed />
      </div>
    );
  if (person === null) return <SignInPanel why={why} />;
  if (!person.roles.includes('operator'))
    return (
      <EmptyPanel
        title="This page is for operators"
        text="Your account does not have the operator role. The administrator of this installation can grant it."
      />
    );
  return children;
}
