// Whether files of several designs can be one table, as far as their headers tell what would begin
// a new one.
import { unitsOfTime } from '@isobar/netcdf';
import { timeDimension } from '../catalogue/drawable.ts';
import type { Header, HeaderVariable } from '../catalogue/header.ts';

/**
 * What a table cannot take where it changes; the attributes after `units` only where both files
 * state them.
 */
const FIXED = ['scale_factor', 'add_offset'] as const;
const MARKS = ['units', 'missing_value', '_FillValue'] as const;

/**
 * False where they differ in what a column means. Values of coordinates may differ as well, which
 * no header tells.
 */
export function fitOneTable(headers: readonly Header[]): boolean {
  const times = new Set(headers.map(({ variables }) => timeDimension(variables)));
  if (times.size > 1) return false;
  const [time = null] = times;
  const lengths = new Map<string, number>();
  const known = new Map<string, HeaderVariable>();
  for (const { dimensions, variables } of headers) {
    for (const { name, length } of dimensions) {
      if (name === time) continue;
      if ((lengths.get(name) ?? length) !== length) return false;
      lengths.set(name, length);
    }
    for (const variable of variables) {
      const before = known.get(variable.name);
      if (before && !areAlike(before, variable, time)) return false;
      if (!before) known.set(variable.name, variable);
    }
  }
  return true;
}

function areAlike(a: HeaderVariable, b: HeaderVariable, time: string | null): boolean {
  if (isText(a) !== isText(b)) return false;
  if (innerOf(a, time) !== innerOf(b, time)) return false;
  if (FIXED.some((name) => a.attributes[name] !== b.attributes[name])) return false;
  return MARKS.every((name) => {
    const [before, now] = [a.attributes[name], b.attributes[name]];
    return (
      before === undefined || now === undefined || before === now || areClocks(name, before, now)
    );
  });
}

const isText = ({ type }: HeaderVariable): boolean => type === 'char' || type === 'string';

const innerOf = ({ dimensions }: HeaderVariable, time: string | null): string =>
  dimensions.filter((name) => name !== time).join();

/** Times that count from another moment are counted from the first one's. */
const areClocks = (name: string, ...units: readonly string[]): boolean =>
  name === 'units' && units.every((each) => unitsOfTime(each) !== null);
