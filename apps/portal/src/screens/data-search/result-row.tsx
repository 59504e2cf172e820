// One row: names, description, timeline, menu; opens to its sites and facilities.

import { resultsHref } from '@isobar/contract/search/address.ts';
import { dataTypeLabel } from '@isobar/contract/search/data-types.ts';
import { openRecord, viewOf } from '@isobar/contract/search/filter.ts';
import { type MouseEvent, memo, type ReactNode, Suspense, useId, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { isExternal } from '../../lib/search/row.ts';
import { reportKey } from '../../parts/timeline/report-key.ts';
import { confirm } from '../../ui/confirm.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { roles } from '../../ui/table-roles.ts';
import { rowAct } from './row-click.ts';
import { RowMenuButton } from './row-menu-button.tsx';
import { aboutOf, PlacesToggle, type RowProps, RowTimeline } from './row-timeline.tsx';
import { MatchLine } from './understood-lazily.tsx';

const ReportsOf = lazyPart('The table of quality reports', () =>
  import('../../parts/timeline/reports-of.tsx').then((module) => module.ReportsOf),
);
const RowPlaces = lazyPart('The list of facilities', () =>
  import('./row-places.tsx').then((module) => module.RowPlaces),
);

/** Most characters of a description in the table (part 1 section 3). */
export const LONGEST_DESCRIPTION = 500;

export const ResultRowView = memo(function ResultRowView(props: RowProps) {
  const { row, search, timelines, go } = props;
  const { archiveName } = useConfig();
  const [open, setOpen] = useState(false);
  const [reports, setReports] = useState(false);
  const id = useId();
  const measurement = viewOf(search) === 'measurement';
  const act = async (): Promise<void> => {
    const next = rowAct(row, archiveName);
    if (next.kind === 'expand') return setOpen(!open);
    const yes = await confirm({ title: next.question });
    if (yes) window.open(next.url, '_blank', 'noopener');
  };
  const columns = (measurement ? 4 : 2) + (timelines ? 1 : 0) + 1;
  return (
    <>
      <tr
        {...roles.row}
        className="cursor-pointer border-b border-rule align-top transition-colors hover:bg-surface max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:py-3"
        onClick={(event) => isPlainClick(event) && void act()}
      >
        {measurement && <MeasurementCells {...props} />}
        <NameCell {...props} lead={!measurement} />
        <TextCell text={row.description} lines={measurement ? 3 : 2}>
          <MatchLine row={row} search={search} />
        </TextCell>
        {timelines && (
          <td {...roles.cell} className="py-2 pr-5 max-md:col-span-2 max-md:p-0">
            <RowTimeline
              {...props}
              open={open}
              controls={id}
              onToggle={() => void act()}
              reports={reports}
              onReports={() => setReports(!reports)}
            />
          </td>
        )}
        <td
          {...roles.cell}
          className="py-3 pr-2 text-right max-md:col-start-2 max-md:row-start-1 max-md:p-0"
        >
          <RowMenuButton row={row} search={search} go={go} />
          {!timelines && (
            <div className="mt-1">
              <PlacesToggle {...props} open={open} controls={id} onToggle={() => void act()} />
            </div>
          )}
        </td>
      </tr>
      {(open || reports) && (
        <tr {...roles.row} id={id} className="border-b border-rule bg-surface max-md:block">
          <td {...roles.cell} colSpan={columns} className="px-2 py-3 max-md:block">
            {reports && (
              <Suspense fallback={<Spinner label="Loading the reports…" />}>
                <ReportsOf
                  datastream={row.datastream}
                  caption={`Quality reports of ${row.datastream}${aboutOf(row, search)}`}
                  ranges={props.ranges}
                  onOpen={(range) =>
                    go(openRecord(search, { id: row.id, report: reportKey(range) }))
                  }
                />
              </Suspense>
            )}
            {open && (
              <Suspense fallback={<Spinner label="Loading sites and facilities…" />}>
                <RowPlaces row={row} search={search} />
              </Suspense>
            )}
          </td>
        </tr>
      )}
    </>
  );
});

function MeasurementCells({ row }: RowProps) {
  return (
    <>
      <th
        {...roles.rowHeader}
        scope="row"
        className="py-3.5 pr-4 pl-2 text-left font-normal max-md:p-0"
      >
        <span className="font-serif text-base leading-[1.3] font-medium break-words">
          {row.measurementName || row.measurementCode}
        </span>
        <div className="mt-1 font-mono text-xs break-all text-ink-2">{row.varName}</div>
      </th>
      <TextCell text={row.measurementDesc} lines={3} />
    </>
  );
}

/** In the data-product view this cell is the row's header. */
function NameCell({ row, search, go, lead }: RowProps & { readonly lead: boolean }) {
  const external = isExternal(row);
  const opened = openRecord(search, { id: row.id });
  const kind = external
    ? row.repository
    : (dataTypeLabel(row.sourceClassCode) ?? row.sourceClassName);
  const Cell = lead ? 'th' : 'td';
  return (
    <Cell
      {...(lead ? roles.rowHeader : roles.cell)}
      {...(lead ? { scope: 'row' } : {})}
      className={`py-3.5 pr-4 text-left font-normal max-md:p-0 ${lead ? 'pl-2' : 'max-md:col-span-2'}`}
    >
      <a
        href={resultsHref(opened)}
        data-tour="details"
        className={`leading-[1.3] break-words decoration-rule-2 decoration-1 underline-offset-[3px] hover:underline ${
          lead ? 'font-serif text-base font-medium' : 'text-base'
        }`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go(opened);
        }}
      >
        {row.instrumentName || row.name || row.id}
      </a>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        <span className="font-mono text-xs break-all">{row.datastream || row.alternateName}</span>
        <span>{kind}</span>
      </div>
    </Cell>
  );
}

/** `children`: what is displayed below the text. */
function TextCell(props: {
  readonly text: string;
  readonly lines: 2 | 3;
  readonly children?: ReactNode;
}) {
  const { text, lines, children } = props;
  return (
    <td
      {...roles.cell}
      className="py-3.5 pr-6 text-sm leading-[1.42] text-ink-2 max-md:col-span-2 max-md:p-0"
    >
      <p
        className={
          lines === 2 ? 'line-clamp-2 max-md:line-clamp-1' : 'line-clamp-3 max-md:line-clamp-1'
        }
        title={shorten(text)}
      >
        {shorten(text)}
      </p>
      {children}
    </td>
  );
}

export const shorten = (text: string): string =>
  text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…` : text;

/** True unless the click was on a control or the timeline, or ended a text selection. */
function isPlainClick(event: MouseEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('a, button, input, [data-timeline], [role=menu]')) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}
