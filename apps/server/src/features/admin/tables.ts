// A curated table as it is sent: the rows that contain a text, in pages.
import type { OperateTable } from '@isobar/contract/calls/admin.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { ReadTable } from '../../core/tables/table-editor.ts';

const SHOWN = 50;

export function tableReply(table: ReadTable, find: string, from: number): OperateTable {
  const wanted = find.trim().toLowerCase();
  const fitting = table.rows.flatMap(({ raw, cells }, row) =>
    wanted === '' || raw.toLowerCase().includes(wanted) ? [{ row, cells: [...cells] }] : [],
  );
  return {
    file: table.file,
    digest: table.digest,
    columns: [...table.columns],
    total: table.rows.length,
    found: fitting.length,
    rows: fitting.slice(from, from + SHOWN),
    former: table.former.map(({ name, at }) => ({ name, at: formatInstant(at) })),
  };
}
