// The sixty kinds of call with which bench `fair` attacks: the largest input of the calls that need
// no session.
import { type Holdings, type LargeInput, largestInputs } from '../e2e/largest-input.ts';

export interface FairAttack {
  readonly name: string;
  readonly method: string;
  readonly connections: number;
  /** Asked one after the other. */
  readonly inputs: readonly LargeInput[];
}

/** Small, or the same work as a call that is in. */
const LEFT_OUT =
  /_mapping|_alias|_settings|_doc|_source|_field_caps|_mget|_terms_enum|_validate|\{path\}|GET .*(_msearch|_count|_explain|_analyze)$/;
/** Of the indexes, one of each engine: the others differ in what they hold. */
const LEFT_OUT_INDEX =
  /\/services\/(epochs|scan_names|field_campaigns|handbooks)\b|^(GET|POST) \/services\/\w+$/;

export function fairAttacks(holdings: Holdings): FairAttack[] {
  const attacks: FairAttack[] = [];
  for (const [call, given] of Object.entries(largestInputs(holdings))) {
    const [method = 'GET', path = ''] = call.split(' ');
    const isOfIndex =
      /\/(metadata|epochs|scan_names|field_campaigns|handbooks|file_info|quicklooks)\b/.test(path);
    if (LEFT_OUT.test(call) || (isOfIndex && LEFT_OUT_INDEX.test(call))) continue;
    for (const input of [given].flat())
      attacks.push({
        name: input.what === undefined ? call : `${call}, ${input.what}`,
        method,
        connections: 2 + (attacks.length % 3),
        inputs: [input],
      });
  }
  return attacks;
}
