// A datastream's name and its four parts (specification part 4 section 6): site, class, facility,
// data level.

export type DatastreamParts = {
  /** Three lower-case letters, such as `sgp`. */
  readonly siteCode: string;
  /**
   * Instrument class or product with its digits and qualifiers, such as `30ebbr` or `sondewnpn`.
   */
  readonly classCode: string;
  /** A capital letter and a number, such as `E13`. */
  readonly facilityCode: string;
  /** Two characters, such as `b1` or `00`. */
  readonly dataLevel: string;
};

/**
 * The class is lower case (hyphens in simulation bundles only), so the capital letter marks where
 * the facility begins.
 */
const NAME = /^([a-z]{3})([a-z0-9][a-z0-9-]*)([A-Z]\d{1,3})\.(0[01]|[a-z]\d)$/;

/**
 * `sgpmetE13.b1` -> its parts; null for a name in a different form, which is valid but cannot be
 * parsed.
 */
export function parseDatastream(name: string): DatastreamParts | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, siteCode = '', classCode = '', facilityCode = '', dataLevel = ''] = match;
  return { siteCode, classCode, facilityCode, dataLevel };
}

/** The parts -> `sgpmetE13.b1`. */
export const formatDatastream = (parts: DatastreamParts): string =>
  `${parts.siteCode}${parts.classCode}${parts.facilityCode}.${parts.dataLevel}`;
