// The data types of the results panel and of the facet group, and which source classes each stands
// for (part 1 section 3).

export type DataType = {
  readonly name: 'Routine' | 'Evaluation' | 'Model' | 'PI' | 'Field Campaign' | 'Aerial';
  readonly field: 'source_class_code' | 'instrument_category_code';
  readonly codes: readonly string[];
  /** The label on rows and chips. */
  readonly label: string;
};

export const DATA_TYPES: readonly DataType[] = [
  {
    name: 'Routine',
    field: 'source_class_code',
    codes: ['armobs', 'armderiv', 'extobs', 'extderiv'],
    label: 'Routine Data',
  },
  {
    name: 'Evaluation',
    field: 'source_class_code',
    codes: ['evalderiv', 'evalobs'],
    label: 'Evaluation Data',
  },
  { name: 'Model', field: 'source_class_code', codes: ['armmod'], label: 'Model Data' },
  { name: 'PI', field: 'source_class_code', codes: ['pi'], label: 'PI Data' },
  {
    name: 'Field Campaign',
    field: 'source_class_code',
    codes: ['fc', 'iop'],
    label: 'Field Campaign Data',
  },
  {
    name: 'Aerial',
    field: 'instrument_category_code',
    codes: ['airborne'],
    label: 'Aerial Data',
  },
];

/** The five of the checkboxes over the results (decision 1001). */
export const SOURCE_TYPES: readonly DataType[] = DATA_TYPES.filter(
  (type) => type.field === 'source_class_code',
);

/** Codes that have a label but are not a data type of their own. */
const OTHER_LABELS: ReadonlyMap<string, string> = new Map([
  ['extmod', 'Model Data'],
  ['c', 'Value Added Product'],
]);

/** `armobs` -> 'Routine Data'; `c` -> 'Value Added Product'; an unknown code -> null. */
export function dataTypeLabel(code: string): string | null {
  const type = DATA_TYPES.find(({ codes }) => codes.includes(code));
  return type?.label ?? OTHER_LABELS.get(code) ?? null;
}

/**
 * Source classes of the checked data types, for the filter; null when all five are checked, which
 * is no filter. If none are checked the list is empty, which is no filter either.
 */
export function sourceClassesOf(checked: readonly DataType['name'][]): readonly string[] | null {
  const types = SOURCE_TYPES.filter((type) => checked.includes(type.name));
  return types.length === SOURCE_TYPES.length ? null : types.flatMap((type) => type.codes);
}

/** The types that a filter shows something of: all five when there is none. */
export const shownTypes = (sourceClasses: readonly string[]): readonly DataType['name'][] =>
  SOURCE_TYPES.filter(
    ({ codes }) => sourceClasses.length === 0 || codes.some((code) => sourceClasses.includes(code)),
  ).map((type) => type.name);

/**
 * The checkboxes for a filter: all five when there is none. A type that is shown in part is not
 * among them.
 */
export function checkedTypes(sourceClasses: readonly string[]): readonly DataType['name'][] {
  return SOURCE_TYPES.filter(
    ({ codes }) =>
      sourceClasses.length === 0 || codes.every((code) => sourceClasses.includes(code)),
  ).map((type) => type.name);
}
