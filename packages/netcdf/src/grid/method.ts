// Which way of gridding suits a variable, and which ways are refused, with the reason; pure.

export const METHODS = ['mean', 'sum', 'nearest', 'vector'] as const;
/** `vector`: the mean of a wind, of a pair of a speed and the direction that it comes from. */
export type GridMethod = (typeof METHODS)[number];

/** What is known of a variable from the header of a file. */
export interface GridableVariable {
  readonly name: string;
  readonly type: string;
  /** Whether it has a value for every time. */
  readonly perRecord: boolean;
  /** Dimensions other than time, by name. */
  readonly inner: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /**
   * The variable that says to which of several stations, profiles or trajectories a row belongs;
   * absent where all are of one.
   */
  readonly rowsOf?: string;
}

type All = readonly GridableVariable[];

const isInteger = ({ type }: GridableVariable): boolean => type !== 'float' && type !== 'double';
const unitsOf = ({ attributes }: GridableVariable): string => attributes.units?.trim() ?? '';
const wordsOf = ({ name, attributes }: GridableVariable): string =>
  `${name} ${attributes.long_name ?? ''} ${attributes.standard_name ?? ''}`.toLowerCase();

/** Codes and flags: a number between two of them means nothing. */
const isCode = (variable: GridableVariable): boolean =>
  Object.keys(variable.attributes).some((name) =>
    /^flag_(values|masks|meanings)$|^(bit|flag)_\d+_/i.test(name),
  ) ||
  /^a?qc_/.test(variable.name) ||
  /(^|_)code(_|$)/.test(variable.name) ||
  (isInteger(variable) && /^(1|unitless|none|-)?$/i.test(unitsOf(variable)));

const isAngle = (variable: GridableVariable): boolean =>
  /^(deg(ree)?s?( true)?|°|rad(ian)?s?)$/i.test(unitsOf(variable)) &&
  /direction|azimuth|heading|wdir|wind_dir/.test(wordsOf(variable)) &&
  !isSpread(variable);

/** How far directions are from their mean is no direction, though it has the same units. */
const isSpread = (variable: GridableVariable): boolean =>
  /(^|[^a-z])(std|stdev|deviation|variance|sigma)([^a-z]|$)/.test(wordsOf(variable));

/** Decibels and other logarithms: a mean of them is not the logarithm of the mean. */
const isLogarithmic = (variable: GridableVariable): boolean =>
  /^dB([A-Z(].*)?$|^bels?$|\blog(10)?\b|\bdex\b/.test(unitsOf(variable));

const AMOUNT_UNITS = /^(mm|cm|m|in(ch)?|kg ?m-2|kg ?m\^-2|kg\/m\^?2)$/i;
/** Amounts since the sample before, such as millimetres of rain in a minute. */
const isAmount = (variable: GridableVariable): boolean =>
  /time: *sum/.test(variable.attributes.cell_methods ?? '') ||
  (AMOUNT_UNITS.test(unitsOf(variable)) &&
    /rain|precip|snowfall/.test(wordsOf(variable)) &&
    !/rate|depth|cumulative|accumulated|total since/.test(wordsOf(variable)));

const SPEED_UNITS = /^(m ?s-1|m ?s\^-1|m ?\/ ?s|knots?|kts?|km ?h-1|km ?\/ ?h)$/i;

/**
 * The speed that belongs to a wind direction: `wdir_vec_mean` goes with `wspd_vec_mean`, else with
 * the first wind speed.
 */
export function speedOf(direction: GridableVariable, all: All): string | undefined {
  if (!isAngle(direction) || !/wind|wdir/.test(wordsOf(direction))) return undefined;
  const speeds = all.filter(
    (each) =>
      each.perRecord &&
      SPEED_UNITS.test(unitsOf(each)) &&
      /wind.?speed|wspd/.test(wordsOf(each)) &&
      !/std|deviation|max|min|gust/.test(wordsOf(each)) &&
      each.inner.join() === direction.inner.join(),
  );
  const alike = ['wspd', 'spd', 'speed'].map((word) =>
    direction.name.replace(/wdir|direction|dir/, word),
  );
  return (speeds.find(({ name }) => alike.includes(name)) ?? speeds[0])?.name;
}

/** What is proposed for a variable by its kind; undefined where no method suits it. */
export function proposedMethod(variable: GridableVariable, all: All): GridMethod | undefined {
  return methodsInOrder(variable).find((method) => refusal(variable, method, all) === undefined);
}

function methodsInOrder(variable: GridableVariable): readonly GridMethod[] {
  if (isCode(variable)) return ['nearest'];
  if (isAngle(variable)) return ['vector', 'nearest'];
  return isAmount(variable) ? ['sum', 'nearest'] : ['mean', 'nearest'];
}

/**
 * Why a method does not suit a variable, as a sentence; undefined when it does. `asStored`: the
 * mean of logarithms is wanted.
 */
export function refusal(
  variable: GridableVariable,
  method: GridMethod,
  all: All,
  { asStored = false }: { readonly asStored?: boolean } = {},
): string | undefined {
  const { name, type, perRecord, rowsOf } = variable;
  if (!perRecord) return `${name} is the same for all times.`;
  if (rowsOf !== undefined)
    return `${name} has rows of several stations, profiles or trajectories (${rowsOf}), which a cell of a time grid would mix.`;
  if (type === 'char' || type === 'string') return `${name} is text.`;
  if (type === 'int64' || type === 'uint64')
    return `${name} has integers of 64 bits, which cannot be masked.`;
  if (method === 'nearest') return undefined;
  if (isCode(variable)) return `${name} is a code or a flag: only its nearest value has a meaning.`;
  if (method === 'vector')
    return speedOf(variable, all) === undefined
      ? `${name} is no wind direction with a wind speed beside it.`
      : undefined;
  if (isAngle(variable))
    return `${name} is an angle: its ${method} has no meaning. A wind direction can be averaged as a vector with its speed.`;
  if (isLogarithmic(variable) && !asStored)
    return `${name} is logarithmic (${unitsOf(variable)}): its ${method} is not that of the quantity. Choose "as stored" to have it all the same.`;
  return undefined;
}
