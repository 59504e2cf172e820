// 'One file, even if units or levels changed', and under 'Advanced' what is chosen of its rows,
// levels and variables.
import { DEFAULT_ONE_FILE, type OneFileOptions } from '@isobar/contract/orders/one-file.ts';
import { levelsProblem, type OrderOptions } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

const COMPRESSIONS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export function OneFileChoice(props: {
  readonly options: OrderOptions;
  readonly onChange: (options: OrderOptions) => void;
}) {
  const { options, onChange } = props;
  const { oneFile, timeGrid } = options;
  const set = (change: Partial<OneFileOptions>): void =>
    onChange({ ...options, oneFile: { ...DEFAULT_ONE_FILE, ...oneFile, ...change } });
  return (
    <>
      <Checkbox
        checked={oneFile !== null && timeGrid === null}
        disabled={timeGrid !== null}
        onChange={(on) => (on ? set({}) : onChange({ ...options, oneFile: null }))}
      >
        One file, even if units or levels changed
      </Checkbox>
      {oneFile && timeGrid === null && (
        <>
          <p className="mt-1 text-sm text-ink-2">
            One file for each datastream, whatever changed between its files. A variable whose units
            or levels changed is called NAME__to_YYYYMMDD up to that day.
          </p>
          <details className="mt-1 w-full">
            <summary className="cursor-pointer text-sm">Advanced</summary>
            <Advanced oneFile={oneFile} onChange={set} />
          </details>
        </>
      )}
    </>
  );
}

function Advanced(props: {
  readonly oneFile: OneFileOptions;
  readonly onChange: (change: Partial<OneFileOptions>) => void;
}) {
  const { oneFile, onChange } = props;
  return (
    <div className="mt-2 grid gap-3">
      <TextField
        label="Keep one row of"
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000}
        value={String(oneFile.every)}
        onChange={({ target }) => onChange({ every: wholeNumber(target.value) })}
      />
      <TextField
        label="Levels"
        autoComplete="off"
        spellCheck={false}
        value={oneFile.levels}
        onChange={({ target }) => onChange({ levels: target.value })}
        hint="A coordinate with its bounds, such as height:0:3000. Empty: all levels."
        problem={levelsProblem(oneFile) ?? undefined}
      />
      <TextField
        label="Dimensions"
        autoComplete="off"
        spellCheck={false}
        value={oneFile.dimensions ?? ''}
        onChange={({ target }) =>
          onChange({ dimensions: target.value === '' ? null : target.value })
        }
        hint="Only variables with no other dimensions, such as time, or time height. Empty: all variables."
      />
      <Checkbox checked={oneFile.unpacked} onChange={(unpacked) => onChange({ unpacked })}>
        Measured values instead of packed ones
      </Checkbox>
      <Select
        label="Compression of NetCDF"
        value={oneFile.compression === null ? '' : String(oneFile.compression)}
        choices={[
          { value: '', label: 'As archived' },
          ...COMPRESSIONS.map((value) => ({ value, label: COMPRESSION_LABELS[value] ?? value })),
        ]}
        onChange={(value) => onChange({ compression: value === '' ? null : Number(value) })}
      />
    </div>
  );
}

const COMPRESSION_LABELS: Readonly<Record<string, string>> = {
  0: 'NetCDF-4, none',
  1: 'NetCDF-4, 1 (fastest)',
  9: 'NetCDF-4, 9 (smallest)',
};

const wholeNumber = (text: string): number =>
  Math.min(1_000_000, Math.max(1, Math.floor(Number(text)) || 1));
