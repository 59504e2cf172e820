// The list of curated tables, and one of them to edit.
import { listTables } from '@isobar/contract/calls/admin-calls.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { Asked } from './asked.tsx';
import { operateQuery } from './operate-calls.ts';
import { moment, RecordTable } from './record-table.tsx';
import { TableEditor } from './table-editor.tsx';

export function TablesTab({ name }: { readonly name: string | undefined }) {
  return name === undefined ? <TableList /> : <TableEditor key={name} file={name} />;
}

function TableList() {
  const query = useQuery(operateQuery(['tables'], (signal) => ask(null, listTables, { signal })));
  return (
    <Asked query={query} what="The tables">
      {({ tables }) => (
        <RecordTable
          label="Curated tables"
          head={['Table', 'File', 'Rows', 'Size', 'Changed (UTC)']}
          amounts={['Size']}
          rows={tables.map((table) => ({
            key: table.file,
            cells: [
              <a key="title" className="link" href={`#/operate/tables/${table.file}`}>
                {table.title}
              </a>,
              <span key="file" className="font-mono text-ink-2">
                {table.file}
              </span>,
              table.rows ?? '',
              formatBytes(table.bytes),
              table.changedAt === null ? 'not there' : moment(table.changedAt),
            ],
          }))}
        />
      )}
    </Asked>
  );
}
