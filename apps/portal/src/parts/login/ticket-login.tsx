// Single sign-on: spends the ticket in the address and removes it from there, and reports a
// failure.
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { useEffect, useRef } from 'react';
import type { Router } from '../../lib/router/create-router.ts';
import { useRouter } from '../../lib/router/provider.tsx';
import { isExpired } from '../../lib/session.ts';
import { useTicketSignIn } from '../../lib/sign-in.ts';
import { toast } from '../../ui/toast.tsx';

export function TicketLogin(props: {
  readonly ticket: string;
  readonly onSignedIn: () => void;
  readonly onExpired: () => void;
}) {
  const { ticket } = props;
  const router = useRouter();
  const { mutate } = useTicketSignIn();
  const spent = useRef<string | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (spent.current === ticket) return;
    spent.current = ticket;
    mutate(ticket, {
      onSettled: () => withoutTicket(router),
      onSuccess: () => latest.current.onSignedIn(),
      onError: (error) => {
        if (isExpired(error)) latest.current.onExpired();
        else toast({ title: LOGIN_MESSAGES['invalid-session'], kind: 'problem' });
      },
    });
  }, [ticket, mutate, router]);
  return null;
}

/** A ticket is good once: a reload or a shared link must not send it again. */
function withoutTicket(router: Router): void {
  const { pathname, searchStr } = router.state.location;
  const inRoute = new URLSearchParams(searchStr);
  const outside = new URLSearchParams(window.location.search);
  inRoute.delete('ticket');
  outside.delete('ticket');
  if (outside.toString() !== window.location.search.slice(1)) {
    const query = outside.size > 0 ? `?${outside}` : '';
    window.history.replaceState(
      window.history.state,
      '',
      window.location.pathname + query + window.location.hash,
    );
  }
  void router.navigate({
    href: inRoute.size > 0 ? `${pathname}?${inRoute}` : pathname,
    replace: true,
  });
}
