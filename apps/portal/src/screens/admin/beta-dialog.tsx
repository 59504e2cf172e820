// The beta features of one person: those of the portal, given and taken at once.
import { BETA_FEATURES } from '@isobar/contract/accounts/beta-features.ts';
import { setBetaFeature } from '@isobar/contract/calls/admin-calls.ts';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAct } from './operate-calls.ts';

export function BetaDialog(props: {
  readonly userName: string;
  /** Names of the features that the person has. */
  readonly has: readonly string[];
  readonly onClose: () => void;
}) {
  const { userName, has, onClose } = props;
  const act = useAct();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Beta features of ${userName}`}
      description="They appear with the label “Beta” after the next sign-in or reload."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="grid gap-3">
        {BETA_FEATURES.map(({ name, label, text }) => {
          const on = has.includes(name);
          return (
            <li key={name}>
              <Switch
                checked={on}
                onChange={() =>
                  act.mutate({
                    does: () =>
                      ask(null, setBetaFeature, { body: { userName, feature: name, on: !on } }),
                    told: `${label}: ${on ? 'withdrawn from' : 'given to'} ${userName}.`,
                  })
                }
              >
                {label}
              </Switch>
              <p className="text-sm text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
