// What the harvest could not file, or filed with a complaint, and what to do about it.
import { harvestReport } from '@isobar/contract/calls/admin-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
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
            <EmptyPanel title="Nothing to correct" text="Every file is indexed and described." />
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
            <RecordTable
              label="Report of the harvest"
              head={['What', 'Where', 'Files', 'To do']}
              more={
                more &&
                'The first 500 are shown; isobar harvest DIR --report FILE writes all of them.'
              }
              rows={shown.map((line, at) => ({
                key: `${at} ${line.path} ${line.problem}`,
                cells: [
                  <>
                    <span className="font-mono text-within">{line.problem}</span>
                    <span className="block">{line.what}</span>
                  </>,
                  <span className="font-mono text-within" key="where">
                    {line.datastream}
                    <span className="block min-w-48 text-ink-2 [overflow-wrap:anywhere]">
                      {line.path}
                    </span>
                  </span>,
                  line.files,
                  <>
                    {line.toDo}
                    {line.line && (
                      <pre className="mt-1 rounded bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap">
                        {line.table}: {line.line}
                      </pre>
                    )}
                  </>,
                ],
              }))}
            />
          </>
        );
      }}
    </Asked>
  );
}
