// Signing in through another site: one link each. The way back ends with a ticket in the address.
import { beginAtSite } from '@isobar/contract/calls/sign-up-calls.ts';
import { LogIn } from 'lucide-react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { buttonClass } from '../../ui/button.tsx';
import { rememberRoute } from './return-route.ts';

/** Links to sign-in sites; renders nothing when none is configured. */
export function SignInSites() {
  const config = useConfig();
  const { signIn } = config;
  if (!signIn || signIn.sites.length === 0) return null;
  return (
    <div className="grid gap-2">
      {signIn.sites.map(({ id, label }) => (
        <a
          key={id}
          className={`${buttonClass({ look: 'soft' })} justify-center`}
          href={addressOf(config, beginAtSite, { params: { site: id } })}
          onClick={() => rememberRoute(window.location.hash.slice(1) || '/')}
        >
          <LogIn size={16} aria-hidden />
          Sign in with {label}
        </a>
      ))}
      <p className="mt-1 flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
    </div>
  );
}
