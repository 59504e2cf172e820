/** Node has it from version 22; TypeScript does not know it yet. */
interface JSON {
  /** What JSON.stringify writes as it is: the text of one number, text, boolean or null. */
  rawJSON(text: string): unknown;
}
