// Shown in place of what only a signed-in person can see.
import { useRouter } from '../../lib/router/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { askToSignIn, type SignInReason } from './ask.ts';
import { rememberRoute } from './return-route.ts';

/**
 * The panel displays `why`, and the dialog `reason`. A person who signs in at another site comes
 * back to this address.
 */
export function SignInPanel(props: {
  readonly why: string;
  readonly reason?: SignInReason;
  readonly onSignedIn?: () => void;
}) {
  const { why, reason, onSignedIn } = props;
  const router = useRouter();
  const signIn = async (): Promise<void> => {
    rememberRoute(router.state.location.href);
    if (await askToSignIn(reason)) onSignedIn?.();
  };
  return (
    <EmptyPanel title="Please sign in" text={why}>
      <Button look="primary" onClick={() => void signIn()}>
        Sign in
      </Button>
    </EmptyPanel>
  );
}
