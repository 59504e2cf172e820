// What the harvest could not file, or filed with a complaint, and what to do about it.
import type { operateHarvest } from '@isobar/contract/calls/admin.ts';
import { harvestReport } from '@isobar/contract/calls/admin-calls.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { UnlessEmptyArchive } from '../../parts/empty-archive.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Select } from '../../ui/select.tsx';
import { Asked } from './asked.tsx';
import { operateQuery } from './operate-calls.ts';
import { RecordTable } from './record-table.tsx';

const ALL = '';

export function HarvestTab() {
  const query = useQuery(
    operateQuery(['harvest'], (signal) => ask(null, harvestReport, { signal })),
  );
  const [problem, setProblem] = useState(ALL);
  return (
    <Asked query={query} what="The report of the harvest">
      {({ lines, more }) => {
        if (lines.length === 0)
          return (
            <UnlessEmptyArchive>
              <EmptyPanel title="Nothing to correct" text="Every file is indexed and described." />
            </UnlessEmptyArchive>
          );
        const problems = [...new Set(lines.map((line) => line.problem))];
        const shown = lines.filter((line) => problem === ALL || line.problem === problem);
        return (
          <>
            <Select
              label="Problem"
              className="mb-3"
              value={problem}
              onChange={setProblem}
              choices={[
                { value: ALL, label: `All (${lines.length})` },
                ...problems.map((value) => ({
                  value,
                  label: `${value} (${lines.filter((line) => line.problem === value).length})`,
                })),
              ]}
            />
            <div className="grid gap-8">
              {[...Map.groupBy(shown, (line) => `${line.problem} ${line.toDo}`).values()].map(
                (alike) => (
                  <Alike key={`${alike[0]?.problem} ${alike[0]?.toDo}`} lines={alike} />
                ),
              )}
            </div>
            {more && (
              <p className="mt-2 text-sm text-ink-2">
                The first 500 are shown; isobar harvest DIR --report FILE writes all of them.
              </p>
            )}
          </>
        );
      }}
    </Asked>
  );
}

type Line = ReturnType<typeof operateHarvest.parse>['lines'][number];

/** Lines of a group before 'Show all'. */
const AT_FIRST = 20;

/** Everything that is corrected in the same way, under what there is to do. */
function Alike({ lines }: { readonly lines: readonly Line[] }) {
  const [all, setAll] = useState(false);
  const id = useId();
  const [first] = lines;
  const shown = all ? lines : lines.slice(0, AT_FIRST);
  const suggests = lines.some(({ line }) => line !== '');
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-strong">
        {first?.toDo}
      </h3>
      <p className="mb-2 text-sm text-ink-2">
        <span className="font-mono text-within">{first?.problem}</span>,{' '}
        {plural(lines.length, 'entry', 'entries')}
      </p>
      <RecordTable
        label={first?.toDo ?? ''}
        head={['Datastream', 'What', 'Files', 'Example', ...(suggests ? ['Line to add'] : [])]}
        rows={shown.map((line, at) => ({
          key: `${at} ${line.path}`,
          cells: [
            <span className="font-mono text-within" key="datastream">
              {line.datastream}
            </span>,
            line.what,
            line.files === '' ? '' : Number(line.files),
            <span className="font-mono text-within text-ink-2 [overflow-wrap:anywhere]" key="path">
              {line.path}
            </span>,
            ...(suggests ? [<Suggested key="line" line={line} />] : []),
          ],
        }))}
      />
      {lines.length > shown.length && (
        <Button className="mt-2" onClick={() => setAll(true)}>
          Show all {formatCount(lines.length)}
        </Button>
      )}
    </section>
  );
}

const Suggested = ({ line: { table, line } }: { readonly line: Line }) =>
  line === '' ? null : (
    <pre className="rounded bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap">
      {table}: {line}
    </pre>
  );
