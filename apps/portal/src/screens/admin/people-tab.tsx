// The accounts of the installation: roles, sessions, tokens, expiry.

import type { operatePeople, PersonAct } from '@isobar/contract/calls/admin.ts';
import { actOnAccount, listPeople } from '@isobar/contract/calls/admin-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Menu } from '../../ui/menu.tsx';
import { AddPerson } from './add-person.tsx';
import { Asked } from './asked.tsx';
import { BetaDialog } from './beta-dialog.tsx';
import { operateQuery, useAct } from './operate-calls.ts';
import { moment, RecordTable } from './record-table.tsx';

type Person = ReturnType<typeof operatePeople.parse>['people'][number];

const ACTS: Readonly<Record<PersonAct, { readonly label: string; readonly asks: string }>> = {
  operator: { label: 'Make operator', asks: 'can then do everything on these pages.' },
  'no-role': { label: 'Remove all roles', asks: 'has no role any more.' },
  'sign-out': { label: 'Sign out everywhere', asks: 'has to sign in again on every device.' },
  'revoke-token': { label: 'End the access token', asks: 'has to make a new one for scripts.' },
  expire: { label: 'Expire the account', asks: 'cannot order any more until that is lifted.' },
  renew: { label: 'Lift the expiry', asks: 'can use the account again.' },
};

const actsOn = (person: Person): readonly PersonAct[] => [
  person.roles.includes('operator') ? 'no-role' : 'operator',
  'sign-out',
  ...(person.hasToken ? (['revoke-token'] as const) : []),
  person.expires === null ? 'expire' : 'renew',
];

export function PeopleTab() {
  const [find, setFind] = useState('');
  const [betaOf, setBetaOf] = useState<string | null>(null);
  const asked = useDeferredValue(find);
  const query = useQuery(
    operateQuery(['people', asked], (signal) =>
      ask(null, listPeople, { query: { find: asked }, signal }),
    ),
  );
  const begin = useConfirmedAct();
  const chosen = query.data?.people.find(({ userName }) => userName === betaOf);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <label className="field max-w-96">
          <span className="text-ink-2">Find</span>
          <input
            className="w-full bg-transparent"
            value={find}
            placeholder="name or email"
            onChange={(event) => setFind(event.target.value)}
          />
        </label>
        <AddPerson />
      </div>
      <Asked query={query} what="The people">
        {({ people, more }) => (
          <RecordTable
            label="People"
            head={['User', 'Name', 'Email', 'Roles', 'Access', 'Since (UTC)', 'Account']}
            more={more && 'The first 200 are shown: find others by name or email.'}
            rows={people.map((person) => ({
              key: person.userName,
              cells: [
                ...cellsOf(person),
                <PersonMenu
                  key="acts"
                  person={person}
                  onAct={(which) => void begin(person, which)}
                  onBeta={() => setBetaOf(person.userName)}
                />,
              ],
            }))}
          />
        )}
      </Asked>
      {chosen && (
        <BetaDialog userName={chosen.userName} has={chosen.beta} onClose={() => setBetaOf(null)} />
      )}
    </>
  );
}

/** Does what was chosen for a person, after the operator has confirmed it. */
function useConfirmedAct() {
  const act = useAct();
  return async (person: Person, which: PersonAct): Promise<void> => {
    const { label, asks } = ACTS[which];
    const sure = await confirm({
      title: `${label}?`,
      text: `${person.userName} ${asks}`,
      confirmLabel: label,
    });
    if (sure)
      act.mutate({
        does: () => ask(null, actOnAccount, { body: { userName: person.userName, act: which } }),
        told: `${label}: ${person.userName}, done.`,
      });
  };
}

const cellsOf = (person: Person): readonly string[] => [
  person.userName,
  person.name,
  person.email,
  person.roles.join(', ') || 'none',
  [
    plural(person.sessions, 'session'),
    ...(person.beta.length > 0 ? ['beta features'] : []),
    ...(person.hasToken ? ['a token'] : []),
    ...(person.expires ? [`expired ${moment(person.expires)}`] : []),
  ].join(', '),
  moment(person.created),
];

function PersonMenu(props: {
  readonly person: Person;
  readonly onAct: (which: PersonAct) => void;
  readonly onBeta: () => void;
}) {
  const { person, onAct, onBeta } = props;
  return (
    <Menu
      triggerLabel={`Actions for ${person.userName}`}
      trigger="Actions"
      entries={[
        ...actsOn(person).map((which) => ({
          key: which,
          label: ACTS[which].label,
          onSelect: () => onAct(which),
        })),
        { key: 'beta', label: 'Beta features…', onSelect: onBeta },
      ]}
    />
  );
}
