// Roles of table parts, said aloud: on phones tables are laid out as blocks, and browsers then forget them.
export const roles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
} as const;
