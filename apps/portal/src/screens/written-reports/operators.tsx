// What only operators see; everybody else is told why not.
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function Operators({ children }: { readonly children: ReactNode }) {
  const { person } = useSession();
  if (person === undefined) return <Spinner label="Looking who is signed in…" />;
  if (person === null)
    return (
      <EmptyPanel
        title="Please log in"
        text="Quality reports are written by operators of the archive."
      >
        <Button look="primary" onClick={() => void askToSignIn()}>
          Log in
        </Button>
      </EmptyPanel>
    );
  if (!person.roles.includes('operator'))
    return (
      <EmptyPanel
        title="This page is for operators"
        text="Your account does not have the role operator. Whoever runs this installation can give it."
      />
    );
  return children;
}
