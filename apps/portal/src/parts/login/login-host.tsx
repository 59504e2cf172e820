// Stands once in the shell: opens the login dialog when asked or when a session is over, and leads
// back afterwards.

import { Suspense } from 'react';
import { useLocation, useRouter } from '../../lib/router/provider.tsx';
import { useSessionReset } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { answerSignIn, askToSignIn, useAsked } from './ask.ts';
import { rememberRoute, takeRoute } from './return-route.ts';
import { useKeptAgain, useSessionFailures } from './session-failure.ts';

const LoginDialog = lazyPart(
  'The sign-in form',
  () => import('./login-dialog.tsx').then((module) => module.LoginDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);
const TicketLogin = lazyPart(
  'The sign-in',
  () => import('./ticket-login.tsx').then((module) => module.TicketLogin),
  { failure: 'over' },
);

export function LoginHost() {
  const asked = useAsked();
  const router = useRouter();
  const forgetSession = useSessionReset();
  const ticket = useTicket();
  const keepAgain = useKeptAgain();
  useSessionFailures(() => {
    const wasSignedIn = forgetSession();
    rememberRoute(router.state.location.href);
    void askToSignIn(wasSignedIn ? 'ended' : 'none');
  });
  const returnToRoute = (): void => {
    const path = takeRoute();
    if (path && path !== router.state.location.href) void router.navigate({ href: path });
  };
  const showExpired = (): void => {
    takeRoute();
    void router.navigate({ href: '/account/profile' });
  };
  return (
    <Suspense>
      {ticket !== null && (
        <TicketLogin ticket={ticket} onSignedIn={returnToRoute} onExpired={showExpired} />
      )}
      {asked && (
        <LoginDialog
          reason={asked.reason}
          onClose={() => answerSignIn(false)}
          onSignedIn={() => {
            answerSignIn(true);
            keepAgain();
            returnToRoute();
          }}
          onExpired={() => {
            answerSignIn(false);
            showExpired();
          }}
        />
      )}
    </Suspense>
  );
}

/** The ticket of single sign-on, which a sign-in site puts into the query or behind the route. */
function useTicket(): string | null {
  const { searchStr: search } = useLocation();
  return (
    new URLSearchParams(search).get('ticket') ??
    new URLSearchParams(window.location.search).get('ticket')
  );
}
