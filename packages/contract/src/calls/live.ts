// The live data service (specification part 4 section 3): files by name and small extracts at once,
// for scripts with a token.
import * as z from 'zod/mini';

/**
 * GET {live}/query?…&wt=json: these four members and no others. Whatever else a reader should know
 * is in the header `X-Isobar-Notes`.
 */
export const liveQueryReply = z.object({
  status: z.literal('success'),
  num_found: z.number(),
  /** Bytes. */
  total_size: z.number(),
  /** Names, in the order of time. */
  files: z.array(z.string()),
});
export type LiveQueryReply = z.infer<typeof liveQueryReply>;

type LiveRow = {
  /** The format's name in the netcdf package. */
  readonly maker: string;
  /** Ending of the file's name, without a dot; absent: that of the format. */
  readonly ending?: string;
  /** Other words that callers use for it. */
  readonly also: readonly string[];
};

/** What {live}/mod can make, by the value of `wt`: one row for each. */
export const LIVE_TABLE = {
  cdf: { maker: 'classic', ending: 'cdf', also: ['nc', 'netcdf'] },
  nc4: { maker: 'netcdf4', ending: 'nc', also: ['netcdf4'] },
  csv: { maker: 'csv', also: ['ascii'] },
  icartt: { maker: 'icartt', also: ['ict'] },
  /**
   * The extract is first written in the format of its source, since a classic file cannot hold
   * texts of arbitrary length; JSON is then made of it variable by variable.
   */
  json: { maker: 'netcdf', ending: 'json', also: [] },
  parquet: { maker: 'parquet', also: [] },
} as const satisfies Readonly<Record<string, LiveRow>>;

export type LiveForm = keyof typeof LIVE_TABLE;
export const LIVE_FORMS = Object.keys(LIVE_TABLE) as LiveForm[]; // its own keys

/** The form that a caller's word means; undefined: none of them. */
export const liveFormOf = (word: string): LiveForm | undefined =>
  LIVE_FORMS.find((form) => {
    const { also }: LiveRow = LIVE_TABLE[form];
    return form === word || also.includes(word);
  });

export const liveRowOf = <F extends LiveForm>(form: F): (typeof LIVE_TABLE)[F] & LiveRow =>
  LIVE_TABLE[form];

const text = z.optional(z.string());
/** USERID:TOKEN, for programs that cannot send a header. */
const user = { user: text };
/** YYYY-MM-DD, or an instant in ISO 8601, UTC; a day as an end is included. */
const range = { start: text, end: text };

/**
 * The parameters of each call; all are optional here, because a call reports itself which of them
 * it lacks.
 */
export const LIVE_PARAMETERS = {
  query: z.object({ ...user, ds: text, ...range, wt: text }),
  saveData: z.object({ ...user, file: text }),
  /** `file` or `ds` with a range instead of a body; `qc` and `dqr` mask values by quality. */
  mod: z.object({
    ...user,
    variables: text,
    wt: text,
    ds: text,
    ...range,
    file: text,
    qc: text,
    dqr: text,
    /** One file whatever changed between the files; each of those below means this as well. */
    onefile: text,
    /** Cells of a time grid, seconds. */
    grid: text,
    /** One row of so many. */
    every: text,
    /** DIMENSION:FROM:TO, comma-separated. */
    levels: text,
    /**
     * Only variables with no dimension besides time and these; 'time' alone for those along time.
     */
    dimensions: text,
    /** Packed values as measured ones. */
    unpacked: text,
    /** Of NetCDF-4, 0 to 9. */
    compression: text,
  }),
} as const;

/** Names of the parameters of a call. */
export const liveParameters = (call: keyof typeof LIVE_PARAMETERS): readonly string[] =>
  Object.keys(LIVE_PARAMETERS[call].shape);

export const LIVE_LIMITS = {
  /** Most files that one query lists. */
  listed: 200_000,
  /** Most files and variables that one call of {live}/mod may name. */
  files: 2000,
  /** Most files of one call whose file is made by the view of a series. */
  seriesFiles: 40_000,
  variables: 500,
  /** Most bytes of input for JSON, which becomes many times as long. */
  jsonBytes: 64e6,
} as const;
