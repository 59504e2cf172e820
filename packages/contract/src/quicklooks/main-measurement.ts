// Which variable of a datastream is shown first: what the instrument is built to measure, never a
// mask. Pure.

/** A variable and the code of its primary measurement; empty: none. */
type Measured = { readonly varName: string; readonly measurementCode: string };

/**
 * Where an instrument is, or what kind of thing it sees: never what a person wants to see first.
 */
const MASK_CODES = new Set(['cloudloc', 'cloudphase', 'cloudtype', 'hydromettypes']);
export const MASK_NAME = /mask|flag|phase|class|type|status|quality|regime|num_|count/i;
/**
 * What profilers of cloud and air are built for, and what stations and balloons are read for, in
 * this order.
 */
export const MAIN_CODES: readonly string[] = [
  'radarrefl',
  'backscatter',
  'aerosbackscatter',
  'radardoppler',
  'atmtemp',
];

export const isMask = ({ varName, measurementCode }: Measured): boolean =>
  MASK_CODES.has(measurementCode) || MASK_NAME.test(varName);

/** The main variable first, masks last, others in the order given. */
export function mainFirst<C extends Measured>(choices: readonly C[]): readonly C[] {
  const rank = (choice: C): number => {
    const at = MAIN_CODES.indexOf(choice.measurementCode);
    const known = at < 0 ? MAIN_CODES.length : at;
    // Signal-to-noise ratios, limits of detection and channels beside the first are measurements of
    // the same kind.
    const beside = /snr|noise|minimum|cross|counts?_|analog/i.test(choice.varName) ? 0.5 : 0;
    return known + beside + (isMask(choice) ? 100 : 0);
  };
  return choices.toSorted((a, b) => rank(a) - rank(b));
}
