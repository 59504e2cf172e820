// Whether a datastream is delivered in the formats of the order or in its own, and joined or not.
import type { OrderOptions, OwnChoices } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FormatBoxes } from './format-boxes.tsx';

export function OwnFormats(props: {
  readonly datastream: string;
  readonly aerial: boolean;
  /** Null: those of the order. */
  readonly own: OwnChoices | null;
  readonly options: OrderOptions;
  readonly onChange: (own: OwnChoices | null) => void;
}) {
  const { own, options, onChange } = props;
  const isOne = options.timeGrid !== null || options.oneFile !== null;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="sr-only">Format and joining of {props.datastream}</legend>
      <span aria-hidden>Format</span>
      <Segmented
        small
        label={`Format of ${props.datastream}`}
        value={own ? 'own' : 'order'}
        onChange={(value) =>
          onChange(
            value === 'own' ? { formats: options.formats, concatenate: options.concatenate } : null,
          )
        }
        segments={[
          { value: 'order', label: 'Same for all' },
          { value: 'own', label: 'Its own' },
        ]}
      />
      {own && (
        <>
          <FormatBoxes
            className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5"
            formats={own.formats}
            aerial={props.aerial}
            onChange={(formats) => onChange({ ...own, formats })}
          />
          <Checkbox
            checked={own.concatenate && !isOne}
            disabled={isOne}
            onChange={(concatenate) => onChange({ ...own, concatenate })}
          >
            Concatenate files
          </Checkbox>
        </>
      )}
    </fieldset>
  );
}
