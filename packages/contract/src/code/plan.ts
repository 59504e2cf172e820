// What a piece of code does: fetch whole files, extracts of some variables, or the files of an
// order. Pure.
import { isRawLevel } from '../catalogue/data-level.ts';
import { parseDatastream } from '../catalogue/datastream.ts';

/** Data of one datastream. Texts may hold anything: they are quoted for each language. */
export type CodeItem = {
  readonly datastream: string;
  /** Days or instants UTC, both ends included. */
  readonly ranges: readonly { readonly start: string; readonly end: string }[];
  /** Empty: all. */
  readonly variables: readonly string[];
  /** Not empty: these files and no others. */
  readonly fileNames: readonly string[];
  /** Values named by quality reports of these classes become -9999. */
  readonly reportClasses: readonly string[];
  /** Values that the file's own quality variables assess in this way become -9999. */
  readonly assessments: readonly string[];
};

export type CodeRequest = {
  /** What the code is for; becomes its first line. */
  readonly title: string;
  /** Where it was copied from; becomes the second line. '': nowhere that could be opened. */
  readonly from: string;
  /**
   * Addresses of the services, and of the page where a person gets a token; without a slash at the
   * end.
   */
  readonly live: string;
  readonly order: string;
  readonly tokenPage: string;
  readonly about: { readonly items: readonly CodeItem[] } | { readonly orderId: number };
};

/** One call that the code makes. */
export type CodeAct =
  /** All files of a range, as they are. */
  | { readonly do: 'files'; readonly ds: string; readonly start: string; readonly end: string }
  /** One file, as it is. */
  | { readonly do: 'file'; readonly name: string }
  /** One new file made from some files, with some variables; `to`: its name. */
  | {
      readonly do: 'extract';
      readonly parameters: readonly (readonly [name: string, value: string])[];
      readonly to: string;
      /** The variable to look at first; '': whatever the file has. */
      readonly variable: string;
    }
  /** What an order delivered, with each file checked. */
  | { readonly do: 'order'; readonly orderId: number };

/** The environment variable that holds USERID:TOKEN. */
export const TOKEN_VARIABLE = 'ISOBAR_TOKEN';

/** More files than this are fetched by their range of dates instead of one by one. */
const MOST_NAMES = 200;

/**
 * The calls for a request. `whole`: files come unchanged wherever that gives what was chosen;
 * otherwise one NetCDF file is made for each range, which programs can read at once. Raw data
 * always come as whole files: nothing can be extracted from them.
 */
export function actsOf(request: CodeRequest, whole: boolean): readonly CodeAct[] {
  const { about } = request;
  if ('orderId' in about) return [{ do: 'order', orderId: about.orderId }];
  return about.items.flatMap((item) => itemActs(item, whole));
}

function itemActs(item: CodeItem, whole: boolean): readonly CodeAct[] {
  const { datastream: ds, ranges, variables, reportClasses, assessments } = item;
  const isRaw = isRawLevel(parseDatastream(ds)?.dataLevel ?? '');
  const isChosen = variables.length + reportClasses.length + assessments.length > 0;
  const names = item.fileNames.length <= MOST_NAMES ? item.fileNames : [];
  if (isRaw || (whole && !isChosen))
    return names.length > 0
      ? names.map((name) => ({ do: 'file', name }))
      : ranges.map(({ start, end }) => ({ do: 'files', ds, start, end }));
  const choice = [
    ['variables', variables],
    ['dqr', reportClasses],
    ['qc', assessments],
  ] as const;
  const chosen = choice.flatMap(([name, values]) =>
    values.length > 0 ? [[name, values.join(',')] as const] : [],
  );
  const extract = (
    what: readonly (readonly [string, string])[],
    to: string,
  ): Extract<CodeAct, { do: 'extract' }> => ({
    do: 'extract',
    parameters: [...what, ...chosen, ['wt', 'cdf']],
    to: fileSafe(to),
    variable: variables.find((name) => !name.startsWith('qc_')) ?? '',
  });
  if (names.length > 0)
    return names.map((name) =>
      extract([['file', name]], `${name.replace(/\.\w+$/, '')}.custom.cdf`),
    );
  return ranges.map(({ start, end }) =>
    extract(
      [
        ['ds', ds],
        ['start', start],
        ['end', end],
      ],
      `${ds}.${start}.${end}.custom.cdf`,
    ),
  );
}

/** A name that every file system accepts: no folders, no blanks, no dash at its beginning. */
const fileSafe = (name: string): string =>
  name
    .replace(/(\d\d)-(\d\d)-(\d\d)/g, '$1$2$3')
    .replace(/[^\w.+-]+/g, '')
    .replace(/^[.-]+/, '')
    .slice(-150) || 'data.cdf';

/** The parameters as the query of an address. */
export const queryOf = (parameters: readonly (readonly [string, string])[]): string =>
  parameters
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');

/**
 * The first lines of every piece of code, as comments. Text by others comes after two lines of our
 * own, because in the first two lines Python takes some words of a comment for the encoding of the
 * file.
 */
export const headOf = ({ title, from, tokenPage }: CodeRequest): readonly string[] => [
  `Reads your access token, as USERID:TOKEN, from the environment variable ${TOKEN_VARIABLE}.`,
  `You get one at ${tokenPage}`,
  title,
  ...(from ? [`From ${from}`] : []),
];
