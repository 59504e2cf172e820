// The same values as a table: each sample, or each column of the plot, with what is left out and
// why.

import type { LookReply, SampleReply } from '@isobar/contract/calls/look.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { tickText } from '@isobar/contract/quicklooks/scale.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { useState } from 'react';
import { saveText } from '../../lib/save-text.ts';
import { LEFT_OUT, masking } from '../../parts/look/lines.ts';
import { CHECK_WORDS, valueText } from '../../parts/look/value-text.ts';
import type { Window } from '../../parts/look/window.ts';
import type { Law } from '../../parts/look-address.ts';
import { Button } from '../../ui/button.tsx';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const SHOWN = 200;

export function ValuesTable(props: {
  readonly reply: LookReply;
  readonly law: Law;
  readonly window: Window;
  /** Of variables with levels: the profile at the cursor. */
  readonly sample: SampleReply | undefined;
}) {
  const { reply } = props;
  const [shown, setShown] = useState(SHOWN);
  const table = tableOf(props);
  const rest = table.rows.length - shown;
  return (
    <section aria-label={`Values of ${reply.variable}`} className="mt-3">
      <div className="mb-2 flex flex-wrap items-center gap-3 text-sm text-ink-2">
        <span>{plural(table.rows.length, 'row')}</span>
        <Button
          small
          disabled={table.rows.length === 0}
          onClick={() =>
            saveText(`${reply.datastream}.${reply.variable}.csv`, 'text/csv', csv(table))
          }
        >
          CSV
        </Button>
      </div>
      <ScrolledTable
        label={`Table of ${reply.variable}`}
        className="max-h-[30rem] overflow-auto rounded-lg border border-rule bg-surface"
      >
        <table className="w-full text-left text-sm tabular-nums">
          <TableHead
            className="sticky top-0 bg-sunk"
            cell="px-3 py-1.5 font-normal text-ink-2"
            heads={table.head}
          />
          <tbody>
            {table.rows.slice(0, shown).map((row) => (
              <tr key={row[0]} className="border-t border-rule">
                {row.map((cell, at) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
                    key={at}
                    className={at === 0 ? 'px-3 py-1 font-mono whitespace-nowrap' : 'px-3 py-1'}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {rest > 0 && (
        <Button look="quiet" className="mt-2" onClick={() => setShown(shown + 5 * SHOWN)}>
          Show {formatCount(Math.min(rest, 5 * SHOWN))} more of {formatCount(rest)}
        </Button>
      )}
    </section>
  );
}

function tableOf({ reply, law, window, sample }: Parameters<typeof ValuesTable>[0]): Table {
  const { shown, reports, units } = reply;
  const isMasked = masking(reports, LEFT_OUT[law]);
  const unit = units === '' ? 'Value' : `Value (${units})`;
  if (shown?.kind === 'samples') {
    const [bad, doubtful] = [new Set(shown.bad), new Set(shown.doubtful)];
    const rows = shown.times.flatMap((time, at) => {
      if (time < window.from || time >= window.to) return [];
      const value = shown.values[at] ?? null;
      const check = value === null ? 'missing' : bad.has(at) ? 'bad' : 'passed';
      const said = CHECK_WORDS[doubtful.has(at) && value !== null ? 'doubtful' : check];
      const reported = reportsAt(reply, time);
      const isOut =
        isMasked(time) ||
        (law !== 'whole' && bad.has(at)) ||
        (law === 'strict' && doubtful.has(at));
      return [[formatDayTime(time), valueText(value), said, reported, isOut ? 'left out' : '']];
    });
    return { head: ['Time (UTC)', unit, 'Check', 'Report', 'Left out'], rows };
  }
  if (shown?.kind === 'columns') {
    const { good, doubtful, bad, missing, from, step, count } = shown;
    const rows = Array.from({ length: count }, (_, at) => {
      const start = from + at * step;
      if (start + step <= window.from || start >= window.to) return [];
      const cell = (list: readonly (number | null)[]) =>
        list[at] === null || list[at] === undefined ? '' : valueText(list[at]);
      const counted = (list: readonly number[]) => formatCount(list[at] ?? 0);
      return [
        ...[formatDayTime(start), cell(good.mean), cell(good.low), cell(good.high)],
        ...[counted(good.n), counted(doubtful.n), counted(bad.n), counted(missing)],
        reportsAt(reply, start + step / 2),
      ];
    }).filter((row) => row.length > 0);
    const counts = ['Good', 'Indeterminate', 'Bad', 'Missing'];
    return {
      head: [
        'From (UTC)',
        `Mean${units && ` (${units})`}`,
        'Least',
        'Largest',
        ...counts,
        'Report',
      ],
      rows,
    };
  }
  const profile = sample?.sample?.profile;
  if (!profile) return { head: ['Height', unit, 'Check'], rows: [] };
  const height = `${profile.axis.name || 'Level'}${profile.axis.units ? ` (${profile.axis.units})` : ''}`;
  const rows = profile.at.map((at, n) => [
    ...[tickText(at), valueText(profile.values[n] ?? null)],
    CHECK_WORDS[profile.checks[n] ?? 'missing'],
  ]);
  return { head: [height, unit, 'Check'], rows };
}

const reportsAt = ({ reports }: LookReply, time: number): string =>
  (reports ?? [])
    .filter(({ start, end }) => start <= time && time < end + 1)
    .map(({ id }) => id)
    .join(' ');

const csv = ({ head, rows }: Table): string =>
  [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');

const csvCell = (text: string): string =>
  /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
