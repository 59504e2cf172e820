// The fields of a file's search document, and the column of the store behind each.
import { fitsPattern } from '@isobar/search-engine/language/name-pattern.ts';
import { SearchRefused } from '../../ports/search-index.ts';

export const FILE_INDEX = 'file_info';

/**
 * How a field is compared: `text` as one value, with its case (also as `field.keyword`), `number`
 * in bytes, `date` as instants. Names of files, datastreams and scans are identifiers: they are not
 * split into words.
 */
export type FileField = {
  readonly name: string;
  readonly column: FileColumn;
  readonly kind: 'text' | 'number' | 'date';
};
export type FileColumn = 'file_name' | 'size' | 'datastream' | 'start_s' | 'end_s' | 'scan_name';

/** What `file_info` documents hold (specification part 4, section 1), in this order. */
export const FILE_FIELDS = [
  { name: 'file_name', column: 'file_name', kind: 'text' },
  { name: 'file_size', column: 'size', kind: 'number' },
  { name: 'datastream', column: 'datastream', kind: 'text' },
  { name: 'start_date', column: 'start_s', kind: 'date' },
  { name: 'end_date', column: 'end_s', kind: 'date' },
  { name: 'scan_name', column: 'scan_name', kind: 'text' },
] as const satisfies readonly FileField[];

/** The only field that a file may lack. */
export const isOptional = (column: string): boolean => column === 'scan_name';

/**
 * The field that a request names, with or without `.keyword` (texts only). Throws SearchRefused.
 */
export function fileField(name: string): FileField {
  const plain = name.endsWith(KEYWORD) ? name.slice(0, -KEYWORD.length) : name;
  const field = FILE_FIELDS.find((f) => f.name === plain);
  if (field && (plain === name || field.kind === 'text')) return field;
  const known = FILE_FIELDS.map((f) => f.name).join(', ');
  throw new SearchRefused(
    400,
    'illegal_argument_exception',
    `there is no field [${name}] in file_info; its fields are ${known}`,
  );
}

/**
 * The fields of a list such as `file_*^2`. A name with `*` means only those fitting fields that
 * hold text.
 */
export function fileFields(names: readonly string[]): FileField[] {
  const found = new Set<FileField>();
  for (const boosted of names) {
    const name = boosted.replace(/\^[\d.]+$/, '');
    if (!name.includes('*')) found.add(fileField(name));
    else
      for (const field of TEXTS)
        if ([field.name, field.name + KEYWORD].some((full) => fitsPattern(name, full)))
          found.add(field);
  }
  return [...found];
}

/** The fields of a query that names none. */
export const TEXTS: readonly FileField[] = FILE_FIELDS.filter((f) => f.kind === 'text');

const KEYWORD = '.keyword';
