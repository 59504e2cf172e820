// README.txt of a delivery: what it is, how much, what was masked, what is missing, how to cite it.
// Pure.
import { formatCount } from '@isobar/contract/count.ts';
import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import { oneFileInWords } from '@isobar/contract/orders/one-file.ts';
import { GRID_SENTENCES, stepInWords } from '@isobar/contract/orders/time-grid.ts';
import { aboutVariable } from '@isobar/contract/quality/affected.ts';
import {
  dataQualityLines,
  dataQualitySummary,
  estimateNote,
  hasReports,
  NO_REPORTS,
} from '@isobar/contract/quality/data-quality.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay, formatDayTime, formatInstant } from '@isobar/contract/time.ts';
import { isOutputFormat, OUTPUT_FORMATS, withoutDay } from '@isobar/netcdf';
import { citationText } from '../../../core/citation/citation.ts';
import type { Treatment } from '../steps/plan.ts';
import type { Evidence, Since } from './evidence.ts';

const WIDTH = 100;
/** Longer lists are cut in the README; recipe.json has all of them. */
const LISTED = 1000;

export function readme(evidence: Evidence): string {
  const { order, settings, files, inputs, simulated } = evidence;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return sections([
    [
      `Order ${order.orderId} of the ${settings.archiveName} archive`,
      [
        ...(simulated
          ? [
              'THESE DATA ARE SIMULATED. They come from a demonstration archive whose values are made up; do not use them for science.',
              '',
            ]
          : []),
        `Ordered ${formatDayTime(order.orderDate)} UTC, made ${formatDayTime(evidence.made)} UTC by Isobar ${settings.version}.`,
        `${count(files.length, 'data file')}, ${formatBytes(bytes)}, from ${count(inputs.length, 'file')} of the archive.`,
        `This delivery is kept until ${formatDay(evidence.expires)}. It can be ordered again at any time; recipe.json tells how.`,
      ],
    ],
    ...(evidence.since
      ? [
          [
            `What changed since order ${evidence.since.orderId}`,
            changedLines(evidence.since),
          ] as const,
        ]
      : []),
    ['What is in it', contents(evidence)],
    ['What was done', treatmentsDone(evidence).flatMap((t) => treatmentLines(t))],
    ['Data quality', dataQuality(evidence)],
    ['Values masked', masked(evidence)],
    ['What is missing', missing(evidence)],
    ['What to know', notes(evidence)],
    [
      'How to cite',
      [
        simulated
          ? 'The values are simulated and must not be cited. For real data of these datastreams the citation would be:'
          : 'Please cite each datastream that you use:',
        ...evidence.cited.map((data) => `- ${citationText(data, evidence.citing)}`),
      ],
    ],
    ['Licence', ['Creative Commons Attribution 4.0 International (CC BY 4.0): see LICENSE.txt.']],
    ['Help', [`${settings.title}: ${settings.contact}. Please name the order's number.`]],
  ]);
}

/**
 * Old and new names with both checksums, so that files of the earlier delivery can be found and
 * exchanged.
 */
function changedLines({ orderId, files, masked: other }: Since): string[] {
  const version = ({ file, sha256 }: FileVersion) => `${file} (SHA-256 ${sha256 ?? 'not known'})`;
  return [
    `This order has only what changed since order ${orderId}, made by the same recipe. Files of that order that are not named here are still right.`,
    ...(files.length > 0
      ? [
          'Files of the archive that were replaced or withdrawn, and what is there now:',
          ...list(
            files.map(({ before, now }) =>
              now.length > 0
                ? `- ${version(before)} -> ${now.map(version).join(', ')}`
                : `- ${version(before)} -> nothing: it was withdrawn`,
            ),
          ),
        ]
      : []),
    ...(other.length > 0
      ? [
          'Files with unchanged bytes, of which quality reports now flag different values:',
          ...list(other.map((one) => `- ${version(one)}`)),
        ]
      : []),
  ];
}

/** Numbers of the treatments of which there are units. */
const servedBy = (plan: Evidence['plan']): ReadonlySet<number> =>
  new Set(
    plan.units.flatMap(({ treatment, parts }) => [
      treatment,
      ...(parts ?? []).map((part) => part.treatment),
    ]),
  );

/** Of an order of only what changed those of which something changed. */
function treatmentsDone({ plan, since }: Evidence): readonly Treatment[] {
  if (!since) return plan.treatments;
  const served = servedBy(plan);
  return plan.treatments.filter((_, n) => served.has(n));
}

function contents({ files }: Evidence): string[] {
  const formats = Map.groupBy(files, (file) => file.format);
  return [
    ...[...formats].map(
      ([format, of]) =>
        `- ${count(of.length, 'file')} ${formatInWords(format)}, ${formatBytes(of.reduce((sum, file) => sum + file.bytes, 0))}`,
    ),
    '- README.txt (this file), CITATION.cff and CITATION.txt (how to cite), LICENSE.txt',
    '- quality-reports.json: the data quality reports on these datastreams and dates',
    '- recipe.json: the request, every input with its checksum, what was done, every output',
    '- ro-crate-metadata.json: the same for programs (RO-Crate 1.1)',
    '- SHA256SUMS: checksums; check them with  sha256sum -c SHA256SUMS',
  ];
}

const FORMATS: Readonly<Record<string, string>> = {
  'as archived': 'exactly as they are in the archive',
  cdf1: 'NetCDF (classic)',
  cdf2: 'NetCDF (classic, 64-bit offset)',
  cdf5: 'NetCDF (classic, 64-bit data)',
  netcdf4: 'NetCDF-4',
};

function formatInWords(format: string): string {
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? format;
  if (!isOutputFormat(format)) return format;
  const { name, about } = OUTPUT_FORMATS[format];
  return about === '' ? name : `${name} (${about})`;
}

const isTable = (format: string): boolean =>
  isOutputFormat(format) && OUTPUT_FORMATS[format].isTable;

function treatmentLines(how: Treatment): string[] {
  const did = [
    how.variables.length > 0
      ? `variables ${how.variables.join(', ')} with their coordinates, bounds, quality and time variables`
      : 'all variables',
    how.ranges
      ? `times ${how.ranges.map((r) => `${formatInstant(r.start)} to ${formatInstant(r.end)}`).join(', ')}`
      : 'whole files',
    ...(how.masks.length > 0
      ? ['values that the chosen data quality reports flag set to missing']
      : []),
    ...(how.maskAssessed.length > 0
      ? [`values whose own quality variable says ${how.maskAssessed.join(' or ')} set to missing`]
      : []),
    ...(how.sortTimes
      ? ['rows of each file sorted by time, the first kept of those with the same time and station']
      : []),
    ...(how.grid ? gridLines(how.grid) : []),
    ...(how.oneFile ? oneFileInWords(how.oneFile) : []),
    ...(how.joinTo === null || how.grid || how.oneFile
      ? []
      : [`files joined along time, up to ${formatBytes(how.joinTo)} each`]),
  ];
  return [`- ${how.datastream}: ${did.join('; ')}.`];
}

/** The method of each variable, the most common first. */
function gridLines({ step, variables }: NonNullable<Treatment['grid']>): string[] {
  const byMethod = Map.groupBy(variables, ({ method }) => method);
  return [
    `put on one time grid of ${stepInWords(step)} from 1970-01-01 00:00:00 UTC; samples that are missing, Bad or inside the chosen data quality reports are not used, and qc_NAME, NAME_std and NAME_goodfraction tell what was`,
    ...[...byMethod].map(
      ([method, of]) =>
        `${method} (${GRID_SENTENCES[method].replace(/\.$/, '')}): ${of.map(({ name }) => name).join(', ')}`,
    ),
  ];
}

/** Every report that affects what was delivered, whether its values were masked or not. */
function dataQuality({ quality, made }: Evidence): string[] {
  if (!hasReports(quality)) return [NO_REPORTS];
  return [
    [dataQualitySummary(quality), estimateNote(quality), `Reports as of ${formatDay(made)}.`]
      .filter((sentence) => sentence !== null)
      .join(' '),
    ...list(quality.flatMap(dataQualityLines).map((line) => `- ${line}`)),
    'quality-reports.json has these reports in full.',
  ];
}

function masked({ files, plan, quality }: Evidence): string[] {
  const asked = plan.treatments.some((t) => t.masks.length > 0 || t.maskAssessed.length > 0);
  if (!asked) return [NOT_ASKED];
  const byDatastream = Map.groupBy(files, (file) => datastreamOf(file, plan));
  const totals = [...byDatastream].flatMap(([datastream, own]) => {
    const marks = new Map(own.flatMap((file) => Object.entries(file.marks)));
    const present = countsOf(own, 'present');
    return [...countsOf(own, 'masked')].map(([name, values]) => {
      const mark = marks.get(name);
      const share = shareOf(values, present.get(name) ?? 0) + byReports(quality, datastream, name);
      return `- ${datastream} ${name}: ${formatCount(values)}${share}${mark === undefined ? '' : ` (${mark})`}`;
    });
  });
  const kept = [...byDatastream].flatMap(([datastream, own]) =>
    [...keptOf(own)].map(
      ([name, { values, reason }]) => `- ${datastream} ${name}: ${formatCount(values)}; ${reason}`,
    ),
  );
  const uncut = files.filter((file) => wasNotLookedAt(file, plan));
  if (totals.length + kept.length + uncut.length === 0)
    return ['None: no value of these files was flagged.'];
  return [
    ...(totals.length > 0
      ? [
          'Flagged values were replaced by -9999, or by the value in brackets; each variable states it as its missing value:',
          ...totals.sort(),
        ]
      : ['None.']),
    ...(kept.length > 0
      ? ['Flagged values that could not be replaced and were kept:', ...kept.sort()]
      : []),
    ...(uncut.length > 0
      ? [
          'Delivered exactly as they are in the archive, so nothing in them was replaced:',
          ...list(uncut.map((file) => `- ${file.name}`)),
        ]
      : []),
  ];
}

const NOT_ASKED =
  'None: no data flagging filter was chosen, or the one that was chosen flags nothing in these dates.';

/**
 * ' by D200318.4': the reports that are masked; nothing where the file's own checks flag the
 * values. Reports name what is called NAME__to_YYYYMMDD in one file by its plain name.
 */
function byReports(quality: Evidence['quality'], datastream: string, name: string): string {
  const reports = quality
    .filter((one) => one.datastream === datastream)
    .flatMap((one) => one.reports)
    .filter(
      ({ masked: state, variables }) =>
        state !== 'no' && aboutVariable({ variables })(withoutDay(name)),
    );
  const by = [...new Set(reports.map(({ id }) => id))];
  return by.length > 0 ? ` by ${by.join(', ')}` : '';
}

const datastreamOf = ({ inputs: [first] }: Evidence['files'][number], plan: Evidence['plan']) =>
  first === undefined ? '' : (plan.inputs[first]?.datastream ?? '');

/**
 * A file that was to be masked but was copied: raw data, and other files that no values can be read
 * from.
 */
function wasNotLookedAt(file: Evidence['files'][number], plan: Evidence['plan']): boolean {
  if (file.format !== 'as archived') return false;
  const inputs = file.inputs.flatMap((n) => plan.inputs[n] ?? []);
  return plan.treatments
    .filter(({ datastream }) => datastream === datastreamOf(file, plan))
    .some(
      ({ masks, maskAssessed }) =>
        maskAssessed.length > 0 ||
        masks.some(({ start, end }) => inputs.some((one) => start <= one.end && end >= one.start)),
    );
}

/**
 * How many flagged values each variable kept, and why. Text files next to NetCDF keep the same
 * values, so these are counted once.
 */
function keptOf(files: Evidence['files']): Map<string, { values: number; reason: string }> {
  const totals = new Map<string, { values: number; reason: string }>();
  const netcdf = files.filter(({ format }) => !isTable(format));
  const isBeside = netcdf.some(({ kept }) => Object.keys(kept).length > 0);
  for (const { kept } of isBeside ? netcdf : files)
    for (const [name, { values, reason }] of Object.entries(kept))
      totals.set(name, { values: values + (totals.get(name)?.values ?? 0), reason });
  return totals;
}

/**
 * ' of 1,440 in the files concerned, 12.5 %'; nothing where it is not known how many values there
 * were.
 */
const shareOf = (values: number, present: number): string =>
  present < values || present === 0
    ? ''
    : ` of ${formatCount(present)} in the files concerned, ${((values / present) * 100).toFixed(1)} %`;

/**
 * How many values each variable lost, or had before. Text files next to NetCDF lose the same
 * values, so these are counted once.
 */
function countsOf(files: Evidence['files'], kind: 'masked' | 'present'): Map<string, number> {
  const totals = new Map<string, number>();
  const netcdf = files.filter(({ format }) => !isTable(format));
  const isBeside = netcdf.some(({ masked: lost }) => Object.keys(lost).length > 0);
  for (const file of isBeside ? netcdf : files)
    for (const [name, values] of Object.entries(file[kind]))
      totals.set(name, (totals.get(name) ?? 0) + values);
  return totals;
}

function missing({ missing: lost, empty, plan, files, since }: Evidence): string[] {
  const served = servedBy(plan);
  const bare = since
    ? []
    : plan.treatments.filter((_, n) => !served.has(n)).map(({ datastream }) => datastream);
  if (lost.length === 0 && empty.length === 0 && bare.length === 0)
    return files.some(({ notes: own }) => own.some((note) => note.includes(' is left out: ')))
      ? ['No file. Variables that were left out of files are named below.']
      : ['Nothing: everything that was ordered is here.'];
  return [
    ...(bare.length > 0
      ? [
          'The archive has no file in the dates that were ordered of:',
          ...list(bare.map((datastream) => `- ${datastream}`)),
        ]
      : []),
    ...(lost.length > 0
      ? [
          `${count(lost.length, 'file')} could not be delivered:`,
          ...list(lost.map((m) => `- ${m.file}: ${m.reason}`)),
        ]
      : []),
    ...(empty.length > 0
      ? [
          `${count(empty.length, 'file')} of the archive had no sample in the dates that were ordered:`,
          ...list(empty.map((file) => `- ${file}`)),
        ]
      : []),
  ];
}

function notes({ files, quality }: Evidence): string[] {
  const all = new Map<string, string[]>();
  for (const file of files) {
    for (const note of file.notes) {
      const names = all.get(note);
      if (names) names.push(file.name);
      else all.set(note, [file.name]);
    }
  }
  const isTouched = hasReports(quality);
  if (all.size === 0) return [isTouched ? SEE_QUALITY : 'Nothing in particular.'];
  return list([
    ...(isTouched ? [`- ${SEE_QUALITY}`] : []),
    ...[...all].map(([note, names]) =>
      names.length === 1
        ? `- ${isNamed(note) ? '' : `${names[0]}: `}${note}`
        : `- ${note} (${count(names.length, 'file')})`,
    ),
  ]);
}

const SEE_QUALITY = 'Quality reports affect these data: see Data quality above.';

/** Notes about one input begin with its name. */
const isNamed = (note: string): boolean => /^\S+\.\w+: /.test(note);

const list = (lines: readonly string[]): string[] =>
  lines.length <= LISTED
    ? [...lines]
    : [...lines.slice(0, LISTED), `- and ${lines.length - LISTED} more, see recipe.json`];

const count = (n: number, what: string): string => `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`;

const sections = (all: readonly (readonly [string, readonly string[]])[]): string =>
  `${all
    .map(([title, lines], i) =>
      [title, (i === 0 ? '=' : '-').repeat(title.length), ...lines.flatMap(wrap)].join('\n'),
    )
    .join('\n\n')}\n`;

/** Breaks a line between words; further lines are indented under a list's dash. */
function wrap(line: string): string[] {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current.length > 0 && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = indent + word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  lines.push(current);
  return lines;
}
