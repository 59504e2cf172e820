// Free text as it goes into a query: unquoted, as typed, and repaired where it would not parse.

/**
 * AND, OR, NOT, brackets, "phrases", wildcards, +word, -word and field:word are kept. What has no
 * partner or no meaning (a lone quote or bracket, an operator without its word, signs such as '/')
 * vanishes, so that every text is a query. An empty text, or one of signs only, finds everything.
 */
export function freeText(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  return sequence({ tokens: tokens.flatMap(cleaned), at: 0 }, false) || '*';
}

type Reader = { readonly tokens: readonly string[]; at: number };

/**
 * A phrase (with its field), a bracket, or a word. A quote without its partner matches nothing and
 * drops out.
 */
const TOKEN = /(?:[a-z_]\w*:)?"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/g;
const FIELD_AND_REST = /^([+-]?[a-z_]\w*):([^:]+)$/;
const OPERATORS: readonly string[] = ['AND', 'OR', 'NOT'];

function sequence(reader: Reader, inBrackets: boolean): string {
  const parts: string[] = [];
  let operator = '';
  let not = '';
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at] ?? '';
    reader.at += 1;
    if (token === ')') {
      if (inBrackets) break;
      continue;
    }
    if (token === 'NOT') not = 'NOT ';
    else if (token === 'AND' || token === 'OR') operator = token;
    else {
      const inner = token === '(' ? sequence(reader, true) : token;
      if (inner === '') continue;
      if (operator && parts.length > 0) parts.push(operator);
      const bare = not ? inner.replace(/^[+-]/, '') : inner;
      parts.push(not + (token === '(' ? `(${inner})` : bare));
      operator = '';
      not = '';
    }
  }
  return parts.join(' ');
}

/** A token without the signs that mean something else in a query; none, one or several words. */
function cleaned(token: string): readonly string[] {
  if (token === '(' || token === ')' || OPERATORS.includes(token)) return [token];
  if (token.endsWith('"')) return /"[^"]*[\p{L}\p{N}*]/u.test(token) ? [token] : [];
  const plain = token.replace(/[\\/[\]{}^~!=<>&|;]/g, ' ');
  return plain.split(' ').flatMap((word) => {
    const field = FIELD_AND_REST.exec(word);
    const value = (field?.[2] ?? '').replace(/^[+-]+|[+-]+$/g, '');
    if (field && isWord(value)) return [`${field[1]}:${value}`];
    return word.split(':').map(trimSigns).filter(isWord);
  });
}

const isWord = (text: string): boolean =>
  /[\p{L}\p{N}*?]/u.test(text) && !OPERATORS.includes(text.replace(/^[+-]/, ''));

/** 'cloud-base' stays; '--' goes; one leading + or - before a word is an operator. */
const trimSigns = (word: string): string =>
  word.replace(/^([+-])[+-]+/, '$1').replace(/[+-]+$/, '');
