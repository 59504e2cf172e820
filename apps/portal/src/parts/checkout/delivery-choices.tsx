// Where the delivery goes: a choice for each destination, with a part of its own where a tick is
// not enough.
import {
  DESTINATIONS,
  type DeliveryOption,
  tooLargeFor,
} from '@isobar/contract/orders/delivery.ts';
import type { ComponentType } from 'react';
import { useConfig } from '../../lib/config.ts';
import type { OrderOptions } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DropBoxChoice } from './drop-box.tsx';
import { StagingChoice } from './staging.tsx';
import { WebHookChoice } from './web-hook.tsx';

type Props = {
  readonly options: OrderOptions;
  readonly onChange: (options: OrderOptions) => void;
  /** Size of the whole order. */
  readonly bytes: number;
};

/** `change` in `onChange`: further options that this destination sets. */
type ChoiceProps = {
  readonly label: string;
  readonly options: OrderOptions;
  readonly checked: boolean;
  /** Why the order is too large for it; null: it fits. */
  readonly tooLarge: string | null;
  readonly onChange: (on: boolean, change?: Partial<OrderOptions>) => void;
};

function Plain({ label, checked, tooLarge, onChange }: ChoiceProps) {
  return (
    <div title={tooLarge ?? undefined}>
      <Checkbox checked={checked} disabled={tooLarge !== null} onChange={(on) => onChange(on)}>
        {label}
      </Checkbox>
    </div>
  );
}

function Base({ label }: ChoiceProps) {
  const { deliveryDays } = useConfig();
  return (
    <Checkbox checked disabled onChange={() => undefined}>
      {label}, kept for {deliveryDays} days
    </Checkbox>
  );
}

const Staging = ({ checked, options, onChange }: ChoiceProps) => (
  <StagingChoice
    path={checked ? options.stagingPath : null}
    onChange={(stagingPath) => onChange(stagingPath !== null, { stagingPath })}
  />
);

const Hook = ({ label, checked, options, onChange }: ChoiceProps) => (
  <WebHookChoice
    label={label}
    checked={checked}
    hook={options.webHook}
    onChange={(on, webHook) => onChange(on, { webHook })}
  />
);

const PARTS: Partial<Record<DeliveryOption, ComponentType<ChoiceProps>>> = {
  base: Base,
  dropBox: DropBoxChoice,
  extraDestination: Staging,
  webHook: Hook,
};

export function DeliveryChoices({ options, onChange, bytes }: Props) {
  const set = (option: DeliveryOption, on: boolean, change: Partial<OrderOptions> = {}): void =>
    onChange({
      ...options,
      ...change,
      delivery: on
        ? [...new Set([...options.delivery, option])]
        : options.delivery.filter((one) => one !== option),
    });
  return ORDERED.map(({ option, label }) => {
    const Part = PARTS[option] ?? Plain;
    return (
      <Part
        key={option}
        label={label}
        options={options}
        checked={options.delivery.includes(option)}
        tooLarge={tooLargeFor(option, bytes)?.message ?? null}
        onChange={(on, change) => set(option, on, change)}
      />
    );
  });
}

/** Destinations that need nothing come first. */
const ORDERED = [...DESTINATIONS].sort(
  (a, b) =>
    Number(a.option !== 'base' && a.option in PARTS) -
    Number(b.option !== 'base' && b.option in PARTS),
);
