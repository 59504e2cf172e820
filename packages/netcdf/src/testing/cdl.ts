// Reads CDL, the text that ncdump prints, so that tests can compare what we read with what it
// reads.

export interface Cdl {
  readonly dimensions: Map<string, { length: number; unlimited: boolean }>;
  readonly attributes: Map<string, CdlAttribute>;
  readonly variables: Map<string, CdlVariable>;
}

export interface CdlVariable {
  readonly type: string;
  readonly dimensions: string[];
  readonly attributes: Map<string, CdlAttribute>;
  /** Tokens as printed; texts without their quotes and escapes. `_` stands for the fill value. */
  data: string[];
}

export interface CdlAttribute {
  /** Type as given by the suffix of its values, or by a leading type name. */
  readonly type: string;
  readonly values: string[];
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
}

export function parseCdl(source: string): Cdl {
  const tokens = new Tokens(source);
  tokens.skipPast('{');
  const cdl: Cdl = { dimensions: new Map(), attributes: new Map(), variables: new Map() };
  let section = '';
  for (let token = tokens.next(); token && token.text !== '}'; token = tokens.next()) {
    const isSection = ['dimensions', 'variables', 'data'].includes(token.text);
    if (!token.quoted && isSection && tokens.peek() === ':') {
      section = token.text;
      tokens.next();
    } else if (section === 'dimensions' && token.text !== ':')
      readDimension(tokens, token.text, cdl);
    else if (section === 'data') {
      tokens.next(); // =
      const variable = cdl.variables.get(token.text);
      if (!variable) throw new Error(`data for ${token.text}, which was not declared`);
      variable.data = tokens.list().map(({ text }) => text);
    } else readDeclaration(tokens, token, cdl);
  }
  return cdl;
}

function readDimension(tokens: Tokens, name: string, cdl: Cdl): void {
  tokens.next(); // =
  const length = tokens.next()?.text ?? '';
  const unlimited = length === 'UNLIMITED';
  // "UNLIMITED ; // (1440 currently)" ends in a comment that holds the length
  tokens.next();
  const now = unlimited ? tokens.currently() : Number(length);
  cdl.dimensions.set(name, { length: now, unlimited });
}

/**
 * `type name(dimensions) ;`, `name:attribute = values ;`, `:attribute = values ;`, each perhaps
 * with a type first.
 */
function readDeclaration(tokens: Tokens, first: Token, cdl: Cdl): void {
  let word = first.text;
  let type: string | undefined;
  if (word === 'string' && tokens.isSpaced) {
    type = 'string';
    word = tokens.next()?.text ?? '';
  }
  if (word === ':' || tokens.peek() === ':') {
    const owner = word === ':' ? undefined : word;
    if (owner !== undefined) tokens.next();
    const name = tokens.next()?.text ?? '';
    tokens.next(); // =
    const values = tokens.list();
    const target = owner === undefined ? cdl.attributes : cdl.variables.get(owner)?.attributes;
    target?.set(name, attribute(values, type));
    return;
  }
  const name = type === undefined ? (tokens.next()?.text ?? '') : word;
  const dimensions: string[] = [];
  if (tokens.peek() === '(') {
    tokens.next();
    for (let token = tokens.next(); token && token.text !== ')'; token = tokens.next()) {
      if (token.text !== ',') dimensions.push(token.text);
    }
  }
  tokens.next(); // ;
  cdl.variables.set(name, { type: type ?? word, dimensions, attributes: new Map(), data: [] });
}

const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/^(NaNf|-?Infinityf|[-+.\deE]+f)$/, 'float'],
  [/^[-+\d]+b$/, 'byte'],
  [/^[-+\d]+s$/, 'short'],
  [/^[-+\d]+UB$/i, 'ubyte'],
  [/^[-+\d]+US$/i, 'ushort'],
  [/^[-+\d]+ULL$/i, 'uint64'],
  [/^[-+\d]+LL$/i, 'int64'],
  [/^[-+\d]+U$/i, 'uint'],
  [/^[-+\d]+$/, 'int'],
  [/./, 'double'],
];

function attribute(values: readonly Token[], stated: string | undefined): CdlAttribute {
  const [first] = values;
  const type = first?.quoted
    ? (stated ?? 'char')
    : (SUFFIXES.find(([pattern]) => pattern.test(first?.text ?? ''))?.[1] ?? 'double');
  const texts = values.map(({ text }) => text);
  // Long text is printed as several pieces, one for each line.
  return { type, values: type === 'char' ? [texts.join('')] : texts };
}

const TOKEN =
  /\s*(?:\/\/[^\n]*\n\s*)*(?:"((?:[^"\\]|\\[\s\S])*)"|([={}(),:;])|((?:\\.|[^\s={}(),:;"])+))/y;

class Tokens {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  next(): Token | undefined {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.source);
    if (!match) return undefined;
    this.at = TOKEN.lastIndex;
    if (match[1] !== undefined) return { text: unescaped(match[1]), quoted: true };
    return { text: match[2] ?? (match[3] ?? '').replace(/\\(.)/g, '$1'), quoted: false };
  }

  /**
   * Whether white space follows, as it does after the name of a type but not after that of a
   * variable.
   */
  get isSpaced(): boolean {
    return /\s/.test(this.source[this.at] ?? '');
  }

  peek(): string | undefined {
    const { at } = this;
    const token = this.next();
    this.at = at;
    return token?.text;
  }

  skipPast(text: string): void {
    while (this.next()?.text !== text);
  }

  /** Comma-separated tokens up to the semicolon. */
  list(): Token[] {
    const list: Token[] = [];
    for (let token = this.next(); token; token = this.next()) {
      if (!token.quoted && token.text === ';') break;
      if (token.quoted || token.text !== ',') list.push(token);
    }
    return list;
  }

  currently(): number {
    const match = /\s*\/\/ \((\d+) currently\)/y;
    match.lastIndex = this.at;
    return Number(match.exec(this.source)?.[1] ?? 0);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3}|x[0-9a-f]{2}|[\s\S])/gi, (_, code: string) => {
    if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    if (/^x/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return ESCAPES[code] ?? code;
  });
}
