// Which variables of a datastream belong together: what is opened first, what is drawn below it, what goes with a sounding. Pure.

/** A variable that has plots. */
export type MeasuredChoice = {
  readonly varName: string;
  readonly measurementName: string;
  readonly measurementCode: string;
  readonly description: string;
};

/** Also the variables of the same measurements that the catalogue names only once. */
export const withNames = (
  choices: readonly MeasuredChoice[],
  names: readonly string[],
): readonly MeasuredChoice[] => [
  ...choices,
  ...names
    .filter((name) => name !== '' && !choices.some(({ varName }) => varName === name))
    .map((varName) => ({ varName, measurementName: '', measurementCode: '', description: '' })),
];

/** Where an instrument is, or what kind of thing it sees: never what a person wants to see first. */
const MASK_CODES = new Set(['cloudloc', 'cloudphase', 'cloudtype', 'hydromettypes']);
const MASK_NAME = /mask|flag|phase|class|type|status|quality|regime|num_|count/i;
/** What profilers of cloud and air are built for, and what stations and balloons are read for, in this order. */
const MAIN_CODES = ['radarrefl', 'backscatter', 'aerosbackscatter', 'radardoppler', 'atmtemp'];

export const isMask = ({ varName, measurementCode }: MeasuredChoice): boolean =>
  MASK_CODES.has(measurementCode) || MASK_NAME.test(varName);

/** The variable that is shown where a person has not named any; undefined: there is none. */
export function mainOf<C extends MeasuredChoice>(choices: readonly C[]): C | undefined {
  const rank = (choice: C): number => {
    const at = MAIN_CODES.indexOf(choice.measurementCode);
    const known = at < 0 ? MAIN_CODES.length : at;
    // Signal-to-noise ratios, limits of detection and channels beside the first are measurements of the same kind.
    const beside = /snr|noise|minimum|cross|counts?_|analog/i.test(choice.varName) ? 0.5 : 0;
    return known + beside + (isMask(choice) ? 100 : 0);
  };
  return choices.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** What one instrument measures of the same echo. */
const FAMILIES: readonly (readonly RegExp[])[] = [
  [/reflectiv/i, /veloc/i, /width/i],
  [/co_?pol|backscatter|beta/i, /depol|cross_?pol/i],
];
const NOT_LINKED = /nyquist|minimum|noise|snr|signal_to/i;

/** The other variables of the same echo, in a fixed order; none for variables of their own. */
export function linkedTo<C extends MeasuredChoice>(
  choices: readonly C[],
  vn: string,
): readonly C[] {
  for (const family of FAMILIES) {
    const own = family.findIndex((kind) => kind.test(vn));
    if (own < 0 || isMaskName(choices, vn)) continue;
    return family.flatMap((kind, at) => {
      const found = choices.find(
        (choice) =>
          at !== own &&
          kind.test(choice.varName) &&
          !NOT_LINKED.test(choice.varName) &&
          !isMask(choice),
      );
      return found && found.varName !== vn ? [found] : [];
    });
  }
  return [];
}

const isMaskName = (choices: readonly MeasuredChoice[], vn: string): boolean => {
  const own = choices.find(({ varName }) => varName === vn);
  return own ? isMask(own) : MASK_NAME.test(vn);
};

export type SoundingNames = {
  readonly temperature: string;
  readonly dewPoint: string;
  /** Null: without it there is no diagram against pressure. */
  readonly pressure: string | null;
};

/** The variables of a sounding that are drawn together; null where temperature or dew point has no plots. */
export function soundingOf(choices: readonly MeasuredChoice[]): SoundingNames | null {
  const named = (pattern: RegExp): string | undefined =>
    choices.find(({ varName, description }) => pattern.test(varName) || pattern.test(description))
      ?.varName;
  const dewPoint = named(/^dp$|dew_?\s?point/i);
  const temperature = choices.find(
    ({ varName, measurementCode }) =>
      varName !== dewPoint &&
      (measurementCode === 'atmtemp' || /^(tdry|temp|temperature|ta)$/i.test(varName)),
  )?.varName;
  if (!dewPoint || !temperature) return null;
  const pressure = named(/^pres(sure)?$|^p$/i) ?? named(/pressure/i) ?? null;
  return { temperature, dewPoint, pressure };
}
