// OAI-PMH 2.0: what a harvester may ask, and the token with which it goes on. Pure.
import { parseInstant } from '@isobar/contract/time.ts';
import { isKind, KINDS, type Kind } from '../../core/pages/thing.ts';

export const PREFIXES = ['oai_dc', 'oai_datacite'] as const;
export type Prefix = (typeof PREFIXES)[number];

/** Codes of the protocol. */
export type OaiCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

export class OaiError extends Error {
  readonly code: OaiCode;
  constructor(code: OaiCode, message: string) {
    super(message);
    this.name = 'OaiError';
    this.code = code;
  }
}

export interface ListAsked {
  readonly prefix: Prefix;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly kind: Kind | undefined;
  /**
   * Only records after this one: the place in the order of their appearance, which no harvest
   * changes.
   */
  readonly after: number;
  /**
   * How many records were sent before; `size`: how many there are in all, as counted at the first
   * request.
   */
  readonly told: number;
  readonly size: number | undefined;
}

export type Asked =
  | { readonly verb: 'Identify' }
  | { readonly verb: 'ListMetadataFormats'; readonly identifier: string | undefined }
  | { readonly verb: 'ListSets' }
  | { readonly verb: 'GetRecord'; readonly identifier: string; readonly prefix: Prefix }
  | ({ readonly verb: 'ListIdentifiers' | 'ListRecords' } & ListAsked);

type Arguments = Readonly<Record<string, string | readonly string[] | undefined>>;

const TAKES: Readonly<Record<string, readonly string[]>> = {
  Identify: [],
  ListMetadataFormats: ['identifier'],
  ListSets: ['resumptionToken'],
  GetRecord: ['identifier', 'metadataPrefix'],
  ListIdentifiers: ['metadataPrefix', 'from', 'until', 'set', 'resumptionToken'],
  ListRecords: ['metadataPrefix', 'from', 'until', 'set', 'resumptionToken'],
};

/** Throws OaiError in the words of the protocol. */
export function readAsked(given: Arguments): Asked {
  const single = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw new OaiError(
        name === 'verb' ? 'badVerb' : 'badArgument',
        `${name} is given more than once.`,
      );
    single.set(name, value);
  }
  const verb = single.get('verb') ?? '';
  const takes = Object.hasOwn(TAKES, verb) ? TAKES[verb] : undefined;
  if (!takes) throw new OaiError('badVerb', `There is no verb '${verb.slice(0, 50)}'.`);
  for (const name of single.keys())
    if (name !== 'verb' && !takes.includes(name))
      throw new OaiError('badArgument', `${verb} takes no ${name.slice(0, 50)}.`);
  const token = single.get('resumptionToken');
  if (token !== undefined && single.size > 2)
    throw new OaiError('badArgument', 'A resumptionToken must be the only argument.');
  switch (verb) {
    case 'Identify':
      return { verb };
    case 'ListMetadataFormats':
      return { verb, identifier: single.get('identifier') };
    case 'ListSets':
      if (token !== undefined)
        throw new OaiError('badResumptionToken', 'All sets are listed in one response.');
      return { verb };
    case 'GetRecord': {
      const identifier = single.get('identifier');
      if (!identifier) throw new OaiError('badArgument', 'GetRecord needs an identifier.');
      return { verb, identifier, prefix: prefixOf(single.get('metadataPrefix')) };
    }
    default:
      return {
        verb: verb as 'ListIdentifiers' | 'ListRecords', // the two that are left of TAKES
        ...(token === undefined ? firstList(single) : readToken(token)),
      };
  }
}

function firstList(single: ReadonlyMap<string, string>): ListAsked {
  const prefix = prefixOf(single.get('metadataPrefix'));
  const [from, until] = [single.get('from'), single.get('until')];
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until must be of one granularity.');
  const [first, last] = [stamp('from', from), stamp('until', until)];
  const end = last === undefined || until?.length !== 10 ? last : last + 86_399;
  if (first !== undefined && end !== undefined && first > end)
    throw new OaiError('badArgument', 'from is after until.');
  const set = single.get('set');
  if (set !== undefined && !isKind(set))
    throw new OaiError(
      'noRecordsMatch',
      `There is no set '${set.slice(0, 50)}'; sets are ${KINDS.join(', ')}.`,
    );
  return {
    prefix,
    from: first,
    until: end,
    kind: set,
    after: 0,
    told: 0,
    size: undefined,
  };
}

function prefixOf(text: string | undefined): Prefix {
  if (text === undefined) throw new OaiError('badArgument', 'metadataPrefix is needed.');
  const found = PREFIXES.find((prefix) => prefix === text);
  if (!found)
    throw new OaiError(
      'cannotDisseminateFormat',
      `There is no '${text.slice(0, 50)}'; there are ${PREFIXES.join(' and ')}.`,
    );
  return found;
}

function stamp(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const valid = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(text) ? parseInstant(text) : null;
  if (valid === null)
    throw new OaiError(
      'badArgument',
      `${name} is no date of the form YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`,
    );
  return valid;
}

/**
 * The token contains everything that is needed to continue, so that it outlives restarts and needs
 * no store.
 */
export const writeToken = (asked: ListAsked): string =>
  [
    'v1',
    asked.prefix,
    asked.from ?? '',
    asked.until ?? '',
    asked.kind ?? '',
    asked.after,
    asked.told,
    asked.size ?? '',
  ].join('!');

function readToken(token: string): ListAsked {
  const bad = new OaiError('badResumptionToken', 'This resumptionToken is not valid.');
  const parts = token.split('!');
  const [
    version,
    prefixText,
    from = '',
    until = '',
    kindText = '',
    after = '',
    told = '',
    size = '',
  ] = parts;
  const prefix = PREFIXES.find((one) => one === prefixText);
  if (version !== 'v1' || parts.length !== 8 || !prefix) throw bad;
  if (kindText !== '' && !isKind(kindText)) throw bad;
  for (const number of [from, until, size]) if (!/^(\d{1,12})?$/.test(number)) throw bad;
  for (const number of [after, told]) if (!/^\d{1,12}$/.test(number)) throw bad;
  const optional = (text: string): number | undefined => (text === '' ? undefined : Number(text));
  return {
    prefix,
    from: optional(from),
    until: optional(until),
    kind: kindText === '' ? undefined : kindText,
    after: Number(after),
    told: Number(told),
    size: optional(size),
  };
}
