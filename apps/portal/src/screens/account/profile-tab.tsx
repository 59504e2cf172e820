// 'Update Profile Preferences': the profile itself, which another site may keep, and what mails
// look like.
import { BETA_FEATURES } from '@isobar/contract/accounts/beta-features.ts';
import { PREFERENCES } from '@isobar/contract/accounts/preferences.ts';
import { ExternalLink } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { useKeptPreference } from '../../lib/preferences.ts';
import type { Person } from '../../lib/session.ts';
import { useSetPreference } from '../../lib/set-preference.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useOwnPerson } from './own-calls.ts';
import { AddressForm, NamesForm } from './person-forms.tsx';
import { PreferenceFailure } from './preference-failure.tsx';
import { SaveState } from './save-state.tsx';
import { SharedNote } from './security-tab.tsx';

const EMAIL = {
  name: 'email',
  schema: PREFERENCES.email.shape,
  fallback: PREFERENCES.email.initial,
} as const;

export function ProfileTab({ person }: { readonly person: Person }) {
  return (
    <div className="grid max-w-[44rem] gap-8">
      <Profile person={person} />
      <EmailPreferences />
      <Address />
    </div>
  );
}

function Profile({ person }: { readonly person: Person }) {
  const { services } = useConfig();
  const own = useOwnPerson();
  const edit = services.profileEdit;
  const tried = BETA_FEATURES.filter(({ name }) => person.beta.includes(name));
  return (
    <section aria-labelledby="profile-title">
      <h3 id="profile-title" className="font-strong">
        Your profile
      </h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">Name</dt>
        <dd>{person.displayName}</dd>
        <dt className="text-ink-2">User name</dt>
        <dd className="font-mono text-sm">{person.userName}</dd>
        {own.data && (
          <>
            <dt className="text-ink-2">Email</dt>
            <dd className="break-all">{own.data.email}</dd>
          </>
        )}
        {own.data && own.data.providers.length > 0 && (
          <>
            <dt className="text-ink-2">Signs in with</dt>
            <dd>{own.data.providers.join(', ')}</dd>
          </>
        )}
        {tried.length > 0 && (
          <>
            <dt className="text-ink-2">Beta features</dt>
            <dd>
              {tried.map(({ name, label, text }) => (
                <span key={name} className="block">
                  {label} <span className="badge align-middle">Beta</span>
                  <span className="block text-sm text-ink-2">{text}</span>
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {edit && (
        <a
          className={`${buttonClass()} mt-3`}
          href={edit + encodeURIComponent(person.userName)}
          target="_blank"
          rel="noreferrer"
        >
          Edit your profile
          <ExternalLink size={15} aria-hidden />
        </a>
      )}
      {own.isPending && (
        <div className="mt-3">
          <Spinner label="Loading your account…" />
        </div>
      )}
      {own.data && !edit && (own.data.shared ? <SharedNote /> : <NamesForm person={own.data} />)}
      {own.error && (
        <div className="mt-3">
          <FailurePanel
            what="Your account could not be loaded."
            why={own.error.message}
            onRetry={() => void own.refetch()}
          />
        </div>
      )}
    </section>
  );
}

function Address() {
  const { services } = useConfig();
  const { data } = useOwnPerson();
  if (!data || data.shared || services.profileEdit) return null;
  return (
    <section aria-labelledby="address-title" className="border-t border-rule pt-6">
      <h3 id="address-title" className="mb-2 font-strong">
        Email address
      </h3>
      <AddressForm person={data} />
    </section>
  );
}

function EmailPreferences() {
  const { value: email, isKnown } = useKeptPreference(EMAIL);
  const save = useSetPreference(EMAIL);
  return (
    <section aria-labelledby="email-title" className="border-t border-rule pt-6">
      <h3 id="email-title" className="mb-2 font-strong">
        Email preferences
      </h3>
      <PreferenceFailure preference={EMAIL} />
      <div className="grid justify-items-start gap-2">
        <Switch
          checked={isKnown && email.html}
          disabled={!isKnown}
          onChange={(html) => save.mutate({ ...email, html })}
        >
          Order emails as HTML
          <span className="block text-sm text-ink-2">When off, they are sent as plain text.</span>
        </Switch>
        <Switch
          checked={isKnown && email.notify}
          disabled={!isKnown}
          onChange={(notify) => save.mutate({ ...email, notify })}
        >
          Email notifications
          <span className="block text-sm text-ink-2">
            A message when an order is complete or needs your attention.
          </span>
        </Switch>
        <Switch
          checked={isKnown && email.affected}
          disabled={!isKnown}
          onChange={(affected) => save.mutate({ ...email, affected })}
        >
          Changes of delivered data
          <span className="block text-sm text-ink-2">
            At most one message a day, when files of your orders are replaced or withdrawn, or new
            quality reports affect them.
          </span>
        </Switch>
      </div>
      <SaveState save={save} />
    </section>
  );
}
