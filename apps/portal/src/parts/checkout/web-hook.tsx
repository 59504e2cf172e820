// A web hook: an address that is told when the order is done. Offered where the operator allows some servers.
import { fullConfig } from '@isobar/contract/calls/full-config.ts';
import { type HookRules, hookProblem } from '@isobar/contract/orders/web-hook.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { CONFIG_ADDRESS } from '../../lib/config.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';

type Hook = { readonly url: string; readonly problem: string | null };

const told = z.object({ orders: z.pick(fullConfig.shape.orders, { webHooks: true }) });

export function WebHookChoice(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly hook: Hook;
  readonly onChange: (on: boolean, hook: Hook) => void;
}) {
  const { label, checked, hook, onChange } = props;
  const rules = useHookRules();
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
          hint={`It gets a signed POST with the files and their checksums. Allowed: ${rules.hosts.join(', ')}.`}
          problem={left ? (hook.problem ?? undefined) : undefined}
        />
      )}
    </div>
  );
}

/** Only the checkout needs them, so they are asked for here. Undefined: not known, then nothing is offered. */
function useHookRules(): HookRules | undefined {
  const { data } = useQuery({
    queryKey: ['hook-rules'],
    staleTime: 10 * 60_000,
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) => call({ url: CONFIG_ADDRESS, schema: told, signal }),
  });
  return data?.orders.webHooks;
}
