// `minimum_should_match`: how many optional clauses must be met, as in `2`, `-1`, `75%`, `-25%`,
// `2<75%`, `2<-25% 9<-3`.
import { illegal } from './refusal.ts';

/**
 * The minimum for `clauses` optional clauses; `otherwise` if the request says nothing. May exceed
 * the number of clauses.
 */
export function required(
  rule: number | string | undefined,
  clauses: number,
  otherwise: number,
): number {
  if (rule === undefined) return otherwise;
  return Math.max(
    0,
    typeof rule === 'number' ? counted(rule, clauses) : told(rule.trim(), clauses),
  );
}

function told(rule: string, clauses: number): number {
  if (!rule.includes('<')) return amount(rule, clauses);
  let result = clauses;
  for (const part of rule.split(/\s+/)) {
    const [limit, then] = part.split('<');
    if (limit === undefined || then === undefined || !/^\d+$/.test(limit)) throw unknown(rule);
    if (clauses <= Number(limit)) return result;
    result = amount(then, clauses);
  }
  return result;
}

function amount(text: string, clauses: number): number {
  const found = /^(-?\d+)(%?)$/.exec(text);
  if (!found) throw unknown(text);
  const number = Number(found[1]);
  if (!found[2]) return counted(number, clauses);
  const share = Math.trunc((clauses * Math.abs(number)) / 100);
  return number < 0 ? clauses - share : share;
}

const counted = (number: number, clauses: number): number =>
  number < 0 ? clauses + number : number;

const unknown = (rule: string) => illegal(`cannot understand minimum_should_match [${rule}]`);
