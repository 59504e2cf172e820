// Which variables of a datastream belong together: what is opened first, what is drawn below it,
// what goes with a sounding. Pure.
import { isMask, MASK_NAME, mainFirst } from '@isobar/contract/quicklooks/main-measurement.ts';

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

/** The variable that is shown where a person has not named any; undefined: there is none. */
export const mainOf = <C extends MeasuredChoice>(choices: readonly C[]): C | undefined =>
  mainFirst(choices)[0];

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

/**
 * The variables of a sounding that are drawn together; null where temperature or dew point has no
 * plots.
 */
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
