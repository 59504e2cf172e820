// Look before you order: any variable over any time, with its reports and checks, others beside it,
// and what to do with it.
import { ARRAY_VARIANT_LABELS, ARRAY_VARIANTS } from '@isobar/contract/calls/arrays.ts';
import { plural } from '@isobar/contract/count.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useFactList } from '../../parts/look/look-queries.ts';
import { useMainVariable } from '../../parts/look/main-variable.ts';
import {
  clamped,
  lastMonth,
  PRESETS,
  presetOf,
  type Window,
  wholeDays,
  withPreset,
} from '../../parts/look/window.ts';
import { type LookOf, type LookPlace, MOST_BESIDE } from '../../parts/look-address.ts';
import { datastreamQuery } from '../../parts/quicklooks/plots-queries.ts';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { Actions } from './actions.tsx';
import { Overview } from './overview.tsx';
import { Plots } from './plots.tsx';
import { useLook } from './use-look.ts';
import '../../parts/look/look.css';

const LAWS = ARRAY_VARIANTS.map((value) => ({ value, label: ARRAY_VARIANT_LABELS[value] }));

export function LookScreen() {
  const look = useLook();
  const { of } = look;
  const list = useFactList(of.datastream);
  usePageTitle(`Look at ${of.variable || of.datastream}`);
  const names = [...new Set(list.data?.variables.map(({ variable }) => variable))];
  const first = useMainVariable(of.datastream, names, of.variable === '');
  // Without a variable in the address, the main one is shown.
  const go = useRef(look.go);
  go.current = look.go;
  useEffect(() => {
    if (of.variable === '' && first !== undefined)
      go.current({}, { datastream: of.datastream, variable: first }, true);
  }, [of.variable, of.datastream, first]);
  if (list.error)
    return (
      <Main>
        <Heading of={of} />
        <FailurePanel
          what={`${of.datastream} cannot be shown.`}
          why={list.error.message}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Main>
    );
  if (list.data && names.length === 0)
    return (
      <Main>
        <Heading of={of} />
        <EmptyPanel
          title="Nothing to plot"
          text={`${of.datastream} has no variable of numbers along time, or along time and one more dimension.`}
        />
      </Main>
    );
  const life = lifeOf(list.data) ?? askedOf(look.place);
  if (!life || of.variable === '')
    return (
      <Main>
        <Heading of={of} />
        <div role="status" aria-label="Reading">
          <span className="skeleton block h-80" aria-hidden />
        </div>
      </Main>
    );
  return <Shown look={look} list={list.data} life={life} />;
}

function lifeOf(list: FactList | undefined): Window | null {
  const start = parseInstant(list?.start ?? '');
  const end = parseInstant(list?.end ?? '');
  return start === null || end === null ? null : wholeDays({ from: start, to: end + 1 });
}

/**
 * The range of the address: until the life of the datastream is known it is taken for that, so that
 * values come sooner.
 */
const askedOf = ({ from, to }: LookPlace): Window | null =>
  from === null || to === null ? null : { from, to };

const Main = ({ children }: { readonly children: React.ReactNode }) => (
  <main id="main" tabIndex={-1} className="page py-6 outline-none">
    {children}
  </main>
);

/** Where there are no names to show, or none yet. */
const Heading = ({ of }: { readonly of: LookOf }) => (
  <h1 className="title mb-5 break-words">Look at {of.datastream}</h1>
);

/** The life of a datastream that is still being looked up: no window is all of it. */
const NOT_KNOWN: Window = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

type FactList = NonNullable<ReturnType<typeof useFactList>['data']>;

function Shown(props: {
  readonly look: ReturnType<typeof useLook>;
  readonly list: FactList | undefined;
  readonly life: Window;
}) {
  const { look, list, life } = props;
  const { of, place, moving, setMoving, go } = look;
  const asked = askedOf(place);
  const window = moving ?? (asked ? clamped(asked, life) : lastMonth(life));
  const variable = list?.variables.find((one) => one.variable === of.variable);
  const [state, setState] = useState<string | undefined>();
  return (
    <Main>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <Title of={of} longName={variable?.longName ?? ''} units={variable?.units ?? ''} />
        <Actions
          {...{ of, place, window, state }}
          dimensions={variable?.dimensions ?? 1}
          key={`${of.datastream} ${of.variable}`}
        />
      </div>
      <Controls {...{ look, list, life, window }} />
      {list ? (
        <Overview {...{ of, life, window }} onWindow={setMoving} />
      ) : (
        <div className="mt-4 h-[62px]" />
      )}
      <Plots
        {...{ of, place, life, window, onState: setState }}
        onWindow={setMoving}
        onBeside={(beside) => go({ beside, state: '', array: '' })}
        canAdd={place.beside.length < MOST_BESIDE}
      />
    </Main>
  );
}

function Title(props: { readonly of: LookOf; readonly longName: string; readonly units: string }) {
  const { of, longName, units } = props;
  const config = useConfig();
  const { data } = useQuery(datastreamQuery(config, of.datastream));
  const plots = `#/quicklooks/${encodeURIComponent(of.datastream)}/${encodeURIComponent(of.variable)}`;
  return (
    <div className="min-w-0 flex-1 basis-80">
      <a className="link text-sm" href={plots}>
        {data?.instrument || 'Quicklooks'}
      </a>
      <h1 className="title mt-0.5 break-words">
        {longName || of.variable}
        {data?.facility && ` at ${data.facility.replace(/ \(.*\)$/, '')}`}
      </h1>
      <p className="mt-0.5 font-mono text-sm text-ink-2">
        {of.datastream} {of.variable}
        {units && `, ${units}`}
      </p>
    </div>
  );
}

function Controls(props: {
  readonly look: ReturnType<typeof useLook>;
  readonly list: FactList | undefined;
  readonly life: Window;
  readonly window: Window;
}) {
  const { look, list, life, window } = props;
  const { of, place, setMoving, go } = look;
  const names = list
    ? [...new Map(list.variables.map((one) => [one.variable, one.longName])).entries()]
    : [[of.variable, ''] as const];
  const bounds = { start: life.from, end: life.to };
  const isNarrow = useMedia(NARROW);
  const put = (next: Window): void => {
    if (next.from < next.to) setMoving(clamped(next, life));
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <Segmented
        label="Length of the shown time"
        segments={PRESETS.map(([value, label]) => ({ value, label }))}
        value={presetOf(window, list ? life : NOT_KNOWN) ?? 'none'}
        onChange={(preset) => {
          if (preset !== 'none') setMoving(withPreset(window, preset, life));
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <DateTimeInput
          label="From (UTC)"
          value={window.from}
          bounds={bounds}
          edge="start"
          className="w-64"
          onChange={(from) => put({ ...window, from })}
        />
        <span aria-hidden>–</span>
        <DateTimeInput
          label="To (UTC)"
          value={window.to}
          bounds={bounds}
          edge="end"
          className="w-64"
          onChange={(to) => put({ ...window, to })}
        />
        <span className="text-sm text-ink-2">UTC</span>
      </div>
      <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          quietLabel
          label={`Variable, one of ${plural(names.length, 'variable')}`}
          className="mr-auto max-w-72"
          value={of.variable}
          choices={names.map(([value, longName]) => ({
            value,
            label: longName ? `${value} – ${longName}` : value,
          }))}
          onChange={(variable) =>
            go({ ...window, state: '', array: '' }, { datastream: of.datastream, variable })
          }
        />
        <Segmented
          label="Values that are left out"
          small={isNarrow}
          segments={LAWS}
          value={place.law}
          onChange={(law) => go({ law })}
        />
        <Segmented
          label="Shown as"
          segments={[
            { value: 'plot', label: 'Plot' },
            { value: 'table', label: 'Table' },
          ]}
          value={place.isTable ? 'table' : 'plot'}
          onChange={(as) => go({ isTable: as === 'table' })}
        />
      </div>
    </div>
  );
}
