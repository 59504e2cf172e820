// Tools that lead to data without an order: arrays, code, citations, and whether files are still
// right.
import { describeArrays } from '@isobar/contract/calls/array-calls.ts';
import {
  arrayInput,
  arrayOutput,
  citeInput,
  citeOutput,
  codeInput,
  codeOutput,
  verifyInput,
  verifyOutput,
} from '@isobar/contract/calls/assistant-tools.ts';
import { citationBy } from '@isobar/contract/calls/citations.ts';
import { verifyHeld } from '@isobar/contract/calls/verify-calls.ts';
import { ARRAY_LANGUAGES, exampleVariable } from '@isobar/contract/code/array-code.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { firstOf, isIdentifier, LONGEST_TEXT, quoted } from '../quoted.ts';
import { defineTool } from '../tool.ts';

const MOST_VARIABLES = 300;
const MOST_NOTES = 20;
const MOST_FILES = 100;
const MOST_REPORTS = 30;

export const arrayAddress = defineTool({
  name: 'array_address',
  title: 'Address of a datastream as one array',
  description:
    'Zarr and DAP addresses of a whole datastream as it is today: whole (as stored), clean (bad data out), strict (doubtful data out too). The content of an address never changes. No order is needed.',
  input: arrayInput,
  output: arrayOutput,
  scope: 'data, for data of limited access',
  async act({ datastream }, { calls }) {
    const info = await calls.ask(describeArrays, { params: { datastream } });
    const named = info.variables.map(({ name }) => name).filter(isIdentifier);
    const variables = firstOf(named, MOST_VARIABLES);
    return {
      datastream: info.datastream,
      state: info.state,
      rows: info.rows,
      bytes: info.bytes,
      start: info.start,
      end: info.end,
      variants: info.variants,
      variables: variables.first,
      moreVariables: info.variables.length - variables.first.length,
      quoted: { notes: info.notes.slice(0, MOST_NOTES).map((note) => quoted(note, 400)) },
    };
  },
});

export const code = defineTool({
  name: 'code',
  title: 'Code that opens a datastream',
  description:
    'A few lines of Python, R, MATLAB, Julia, IDL or a shell that open a datastream as one array and read a variable. Give it to the person; it is not run here.',
  input: codeInput,
  output: codeOutput,
  async act({ datastream, language, variable, variant }, { calls }) {
    const info = await calls.ask(describeArrays, { params: { datastream } });
    const alongTime = info.variables.filter(
      ({ name, dimensions }) =>
        dimensions.length === 1 &&
        dimensions[0] === 'time' &&
        name !== 'time' &&
        isIdentifier(name),
    );
    if (variable && !alongTime.some(({ name }) => name === variable))
      throw new Problem('not-found', `${datastream} has no variable ${variable} along time alone.`);
    const { needs, write } =
      ARRAY_LANGUAGES.find(({ key }) => key === language) ?? ARRAY_LANGUAGES[0];
    const { zarr, dap } = info.variants[variant];
    return {
      language,
      needs,
      code: write({ zarr, dap, variable: variable ?? exampleVariable(alongTime), rows: info.rows }),
    };
  },
});

export const cite = defineTool({
  name: 'cite',
  title: 'Cite a datastream',
  description: 'The citation of a datastream, with its DOI, in a style (arm, apa, bibtex …).',
  input: citeInput,
  output: citeOutput,
  async act({ datastream, start, end, style }, { calls }) {
    const { citation } = await calls.ask(citationBy.datastream, {
      query: { id: datastream, startDate: start, endDate: end, citationType: style },
    });
    return { quoted: { citation: quoted(citation, LONGEST_TEXT) } };
  },
});

export const verifyFiles = defineTool({
  name: 'verify_files',
  title: 'Are these files still right?',
  description:
    'Whether files that a user has were replaced, withdrawn or reported since: by names, with checksums (SHA-256) where they are known. No data is sent.',
  input: verifyInput,
  output: verifyOutput,
  async act({ files, since }, { calls }) {
    const found = await calls.ask(verifyHeld, { body: { files, ...(since ? { since } : {}) } });
    const differing = firstOf(
      found.files.filter(({ state }) => state !== 'same'),
      MOST_FILES,
    );
    return {
      counts: found.counts,
      files: differing.first.map(({ name, state, noticed }) => ({
        name: quoted(name),
        state,
        noticed,
      })),
      moreFiles: differing.more,
      unread: found.unread,
      reports: found.reports.slice(0, MOST_REPORTS).map((one) => ({
        report: quoted(one.report, 60),
        datastream: quoted(one.datastream),
        start: one.start,
        end: one.end,
        files: one.files,
        quoted: { subject: quoted(one.subject), className: quoted(one.className, 60) },
      })),
    };
  },
});
