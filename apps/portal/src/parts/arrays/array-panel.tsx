// A datastream as one array: code that opens it, how large it is, and what changed in it over the
// years. Heavy: import it only lazily.
import {
  ARRAY_VARIANT_LABELS,
  ARRAY_VARIANTS,
  type ArrayInfo,
  type ArrayVariant,
  cellsOf,
  leftOutText,
  MOST_GRID_CELLS,
  onGrid,
} from '@isobar/contract/calls/arrays.ts';
import { ARRAY_LANGUAGES, exampleVariable } from '@isobar/contract/code/array-code.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { GRID_STEPS, stepInWords } from '@isobar/contract/orders/time-grid.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { COPY_WORDS, CodeText, CopiedStatus, CopyFailed, useCopy } from '../../ui/copy-button.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { arrayQuery, isPreparing } from './array-query.ts';
import { ChangesTable } from './changes-table.tsx';

const LANGUAGE_KEY = 'array-language';

const VARIANT_TEXTS: Readonly<Record<ArrayVariant, string>> = {
  whole: 'All values as archived.',
  clean:
    'Values that quality reports call incorrect or suspect, or that quality variables call Bad, are left out.',
  strict: 'Values that quality variables call Indeterminate are left out as well.',
};

const GRID_TEXT =
  'One value for each cell of a time grid: the mean or, where it suits the variable better, the sum, the nearest value or the mean wind. Bad values are never used.';

export function ArrayPanel({ datastream }: { readonly datastream: string }) {
  const config = useConfig();
  const query = useQuery(arrayQuery(config, datastream));
  const { data, error, failureReason, isFetching, refetch } = query;
  if (data) return <Opened info={data} />;
  if (isPreparing(failureReason))
    return (
      <div className="py-6">
        <Spinner label="Preparing the array…" />
        <p className="mt-2 text-sm text-ink-2">{failureReason?.message}</p>
      </div>
    );
  if (error instanceof CallError && error.code === 'forbidden')
    return <Limited datastream={datastream} />;
  if (error instanceof CallError && error.code === 'not-found')
    return <EmptyPanel title="No array" text={error.message} />;
  if (error)
    return (
      <FailurePanel
        what="The array could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="grid h-32 place-items-center">
      <Spinner label="Loading the array…" />
    </div>
  );
}

function Limited({ datastream }: { readonly datastream: string }) {
  const href = `#${resultsHref({ ...EMPTY_SEARCH, terms: { datastream: [datastream] } }).replace(/^#/, '')}`;
  return (
    <p className="border-l-2 border-warn pl-3">
      Access to these data is limited. Place an order, which is reviewed first:{' '}
      <a className="link" href={href}>
        find {datastream} and add it to the cart
      </a>
      .
    </p>
  );
}

function Opened({ info }: { readonly info: ArrayInfo }) {
  const [variant, setVariant] = useState<ArrayVariant>('clean');
  const [step, setStep] = useState(0);
  const [wanted, setWanted] = useState(readStored(LANGUAGE_KEY, z.string()) ?? '');
  const language = ARRAY_LANGUAGES.find(({ key }) => key === wanted) ?? ARRAY_LANGUAGES[0];
  const variable = exampleVariable(info.variables, step > 0);
  const text = language.write({ ...addressesOf(info, variant, step), variable });
  const [copied, copy] = useCopy(text);
  const choose = (key: string): void => {
    setWanted(key);
    writeStored(LANGUAGE_KEY, key);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Segmented
          label="Values"
          segments={ARRAY_VARIANTS.map((value) => ({ value, label: ARRAY_VARIANT_LABELS[value] }))}
          value={variant}
          onChange={setVariant}
        />
        <Select
          label="Times"
          value={String(step)}
          choices={[
            { value: '0', label: 'As stored' },
            ...GRID_STEPS.filter((each) => cellsOf(info, each) <= MOST_GRID_CELLS).map((each) => ({
              value: String(each),
              label: `Means of ${stepInWords(each)}`,
            })),
          ]}
          onChange={(value) => setStep(Number(value))}
        />
        <Select
          label="Language"
          value={language.key}
          choices={ARRAY_LANGUAGES.map(({ key, label }) => ({ value: key, label }))}
          onChange={choose}
        />
      </div>
      <p className="mt-2 text-sm text-ink-2">
        {VARIANT_TEXTS[variant]} {step > 0 && GRID_TEXT}
      </p>
      <p className="mt-1 text-sm text-ink-2">{language.needs}</p>
      <CodeText language={language.label} text={text} className="mt-2" />
      <div className="mt-2">
        <Button onClick={copy}>{COPY_WORDS[copied]}</Button>
        <CopiedStatus state={copied} />
        <CopyFailed state={copied} />
      </div>
      <Facts info={info} />
      <ChangesTable changes={info.changes} />
    </>
  );
}

function addressesOf(info: ArrayInfo, variant: ArrayVariant, step: number) {
  const { zarr, dap } = info.variants[variant];
  if (step === 0) return { zarr, dap, rows: info.rows };
  return { zarr: onGrid(zarr, step), dap: onGrid(dap, step), rows: cellsOf(info, step) };
}

function Facts({ info }: { readonly info: ArrayInfo }) {
  const facts = [
    ['Rows', formatCount(info.rows)],
    ['Size without compression', formatBytes(info.bytes)],
    ['First time', instantText(info.start)],
    ['Last time', instantText(info.end)],
    ['State', info.state],
  ] as const;
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-ink-2">{term}</dt>
            <dd className={term === 'State' ? 'font-mono' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-2">
        This address always returns the same values. When files or reports change, there is a new
        address; this one keeps working for some time.
      </p>
      {info.leftOut.map((each) => (
        <p key={each.reason} className="mt-1 text-sm">
          {leftOutText(each)}.
        </p>
      ))}
    </>
  );
}

const instantText = (instant: string): string => instant.replace('T', ' ').replace('Z', ' UTC');
