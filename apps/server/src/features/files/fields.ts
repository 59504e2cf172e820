// The fields of a file's search document, and the column of the store behind each.

/**
 * How a field is compared: `text` word for word and as one value (`field.keyword`), `number` in bytes, `date` as
 * instants.
 */
export type FileField = {
  readonly name: string;
  readonly column: 'file_name' | 'datastream' | 'scan_name' | 'size' | 'start_s' | 'end_s';
  readonly kind: 'text' | 'number' | 'date';
  /** Whether a file may lack it. */
  readonly optional: boolean;
};

/** What `file_info` documents hold (specification part 4, section 1). */
export const FILE_FIELDS = [
  { name: 'file_name', column: 'file_name', kind: 'text', optional: false },
  { name: 'file_size', column: 'size', kind: 'number', optional: false },
  { name: 'datastream', column: 'datastream', kind: 'text', optional: false },
  { name: 'start_date', column: 'start_s', kind: 'date', optional: false },
  { name: 'end_date', column: 'end_s', kind: 'date', optional: false },
  { name: 'scan_name', column: 'scan_name', kind: 'text', optional: true },
] as const satisfies readonly FileField[];

/** The field that a request names, with or without `.keyword` (texts only); null: there is none. */
export function fileField(name: string): FileField | null {
  const plain = name.endsWith('.keyword') ? name.slice(0, -'.keyword'.length) : name;
  const field = FILE_FIELDS.find((f) => f.name === plain);
  if (!field || (plain !== name && field.kind !== 'text')) return null;
  return field;
}
