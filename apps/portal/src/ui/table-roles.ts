// Explicit roles for table parts: on phones tables are laid out as blocks, and browsers then drop
// their roles.
export const roles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
} as const;
