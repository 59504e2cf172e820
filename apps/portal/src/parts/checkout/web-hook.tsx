// A web hook: an address that is notified when the order is done. Offered where the operator has
// allowed servers for it.
import { hookProblem } from '@isobar/contract/orders/web-hook.ts';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';

type Hook = { readonly url: string; readonly problem: string | null };

export function WebHookChoice(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly hook: Hook;
  readonly onChange: (on: boolean, hook: Hook) => void;
}) {
  const { label, checked, hook, onChange } = props;
  const rules = useConfig().orders?.webHooks;
  const [left, setLeft] = useState(false);
  if (!rules || rules.hosts.length === 0) return null;
  const change = (on: boolean, url: string): void =>
    onChange(on, { url, problem: on ? hookProblem(url, rules) : null });
  return (
    <div className="grid w-full gap-1">
      <Checkbox checked={checked} onChange={(on) => change(on, hook.url)}>
        {label}
      </Checkbox>
      {checked && (
        <TextField
          label="Address of the web hook"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={hook.url}
          onChange={(event) => change(true, event.target.value)}
          onBlur={() => setLeft(true)}
          hint={`It receives a signed POST with the files and their checksums. Allowed: ${rules.hosts.join(', ')}.`}
          problem={left ? (hook.problem ?? undefined) : undefined}
        />
      )}
    </div>
  );
}
