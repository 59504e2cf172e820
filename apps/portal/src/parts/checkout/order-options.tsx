// What is chosen once per order: formats, concatenation, delivery, confirmation mail.

import { formatCount } from '@isobar/contract/count.ts';
import { MERGED_MEGABYTES } from '@isobar/contract/orders/limits.ts';
import type { ReactNode } from 'react';
import type { OrderOptions } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DeliveryChoices } from './delivery-choices.tsx';
import { FormatBoxes } from './format-boxes.tsx';
import { OneFileChoice } from './one-file-choice.tsx';
import { TimeGridChoice } from './time-grid-choice.tsx';

type Props = {
  readonly options: OrderOptions;
  readonly onChange: (options: OrderOptions) => void;
  /** Size of the whole order. */
  readonly bytes: number;
  /** One of the facilities is an aircraft: its text format is ICARTT. */
  readonly aerial: boolean;
  /** How many datastreams are ordered. */
  readonly datastreams: number;
};

export function OrderOptionsForm(props: Props) {
  const { options, onChange } = props;
  const isOne = options.timeGrid !== null || options.oneFile !== null;
  return (
    <section
      aria-label="Your choices"
      className="mt-4 grid content-start gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1"
    >
      <Formats {...props} />
      <Group title="Concatenate files">
        <Segmented
          small
          label="Concatenate files"
          value={options.concatenate || isOne ? 'yes' : 'no'}
          onChange={(value) => onChange({ ...options, concatenate: value === 'yes' })}
          segments={[
            { value: 'no', label: 'No', disabled: isOne },
            { value: 'yes', label: 'Yes', disabled: isOne },
          ]}
        />
        <Hint>
          {options.timeGrid
            ? 'On a time grid all files of a datastream become one.'
            : options.oneFile
              ? 'All files of a datastream become one.'
              : options.concatenate
                ? `Joined along time into files of at most ${formatCount(MERGED_MEGABYTES)} MB.`
                : 'One file for each file of the archive.'}
        </Hint>
        <OneFileChoice {...props} />
      </Group>
      <Group title="Repeated times">
        <Checkbox
          checked={(options.sortTimes && options.oneFile === null) || options.timeGrid !== null}
          disabled={isOne}
          onChange={(sortTimes) => onChange({ ...options, sortTimes })}
        >
          Sort by time and drop repeated times
        </Checkbox>
        <Hint>
          {options.sortTimes && options.oneFile === null
            ? 'Of rows with the same time the first is kept; README counts the others.'
            : 'Keep rows as archived. The README lists repeated times.'}
        </Hint>
      </Group>
      <Group title="Time grid">
        <TimeGridChoice {...props} />
      </Group>
      <Group title="Delivery">
        <DeliveryChoices {...props} />
      </Group>
      <Group title="Confirmation">
        <Checkbox
          checked={options.sendConfEmail}
          onChange={(sendConfEmail) => onChange({ ...options, sendConfEmail })}
        >
          Send a confirmation email
        </Checkbox>
      </Group>
    </section>
  );
}

const Formats = ({ options, onChange, aerial }: Props) => (
  <Group title="File format">
    <FormatBoxes
      className="flex min-w-0 flex-col items-start gap-0.5"
      formats={options.formats}
      aerial={aerial}
      onChange={(formats) => onChange({ ...options, formats })}
    />
  </Group>
);

const Group = (props: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col items-start gap-0.5">
    <legend className="mb-1 font-strong">{props.title}</legend>
    {props.children}
  </fieldset>
);

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-ink-2">{children}</p>
);
