// Tools that find: data products, what words mean, a datastream, a report.
import {
  describeInput,
  describeOutput,
  reportInput,
  reportOutput,
  searchInput,
  searchOutput,
  understandInput,
  understandOutput,
} from '@isobar/contract/calls/assistant-tools.ts';
import { listFacts } from '@isobar/contract/calls/fact-calls.ts';
import { listReports, readReport } from '@isobar/contract/calls/quality-calls.ts';
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import { understand } from '@isobar/contract/calls/words.ts';
import { EMPTY_SEARCH, setDates, setText } from '@isobar/contract/search/filter.ts';
import { COUNTS, mainSearch, NARROWED } from '@isobar/contract/search/plan.ts';
import { belowOf, numberOf, textOf } from '@isobar/contract/search/reply.ts';
import * as z from 'zod';
import { firstOf, isIdentifier, LONGEST_TEXT, quoted } from '../quoted.ts';
import { defineTool } from '../tool.ts';

const metadata = searchOf('metadata');
const MOST_DATASTREAMS = 12;
const MOST_VARIABLES = 150;
const MOST_REPORTS = 30;

/** As much of a datastream in a document as is read. */
const entries = z.array(
  z.object({
    datastream: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    dataLevel: z.string(),
    limitedAccess: z.boolean().default(false),
  }),
);

type Source = Readonly<Record<string, unknown>>;

function datastreamsIn(source: Source) {
  const read = entries.safeParse(jsonOf(textOf(source, 'datastreams')));
  const named = read.success ? read.data.filter((one) => isIdentifier(one.datastream)) : [];
  const { first, more } = firstOf(named, MOST_DATASTREAMS);
  return {
    datastreams: first.map((one) => ({
      datastream: one.datastream,
      level: quoted(one.dataLevel, 20),
      start: one.startDate,
      end: one.endDate,
      limitedAccess: one.limitedAccess,
    })),
    moreDatastreams: more,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

const nameIn = (source: Source): string =>
  quoted(textOf(source, 'instrument_name') || textOf(source, 'name'));

export const search = defineTool({
  name: 'search',
  title: 'Search the archive',
  description:
    'Finds data products and their datastreams by words (a measurement, an instrument, a place) and days. total 0 means that the archive has nothing of it.',
  input: searchInput,
  output: searchOutput,
  async act({ text, start, end, limit }, { calls }) {
    const asked = setDates(setText(EMPTY_SEARCH, text), start ?? null, end ?? null);
    const { hits, aggregations } = await calls.ask(metadata, {
      body: { ...mainSearch(asked, false), size: limit },
    });
    return {
      total: numberOf(belowOf(aggregations, NARROWED), COUNTS.products) ?? hits.hits.length,
      results: hits.hits.map(({ _source: source = {} }) => ({
        product: quoted(textOf(source, 'instrument_code'), 60),
        ...datastreamsIn(source),
        quoted: {
          name: nameIn(source),
          description: quoted(textOf(source, 'description'), 500),
          site: quoted(textOf(source, 'site_name')),
        },
      })),
    };
  },
});

export const understandWords = defineTool({
  name: 'understand',
  title: 'What words mean here',
  description:
    'How the archive reads a text: places, times and levels, words with a meaning, and words that occur nowhere (missing). Use it before a search whose words are in doubt.',
  input: understandInput,
  output: understandOutput,
  async act({ text }, { calls }) {
    const read = await calls.ask(understand, { query: { text } });
    return {
      unclear: read.unclear.map((one) => quoted(one)),
      partial: read.partial,
      quoted: {
        filters: read.filters.slice(0, 30).map((one) => ({
          typed: quoted(one.typed),
          kind: one.kind,
          meaning: quoted(one.meaning),
          dropped: one.dropped ?? false,
        })),
        words: read.pieces.slice(0, 60).map((one) => ({
          typed: quoted(one.typed),
          read: quoted(one.read),
          kind: one.kind,
          missing: one.missing ?? false,
        })),
      },
    };
  },
});

export const describeDatastream = defineTool({
  name: 'describe_datastream',
  title: 'Describe a datastream',
  description:
    'First and last time, variables with units, and quality reports of one datastream. Read the reports before you recommend data.',
  input: describeInput,
  output: describeOutput,
  async act({ datastream }, { calls, url }) {
    const facts = await calls.ask(listFacts, { params: { datastream } });
    const { reports } = await calls.ask(listReports, { query: { datastream } });
    const { hits } = await calls.ask(metadata, {
      body: {
        query: { term: { 'datastream.keyword': datastream } },
        size: 1,
        _source: ['instrument_name', 'name', 'description'],
      },
    });
    const source = hits.hits[0]?._source ?? {};
    const named = facts.variables.filter(({ variable }) => isIdentifier(variable));
    const variables = firstOf(named, MOST_VARIABLES);
    const latest = reports.toSorted((a, b) => (a.startDateTime < b.startDateTime ? 1 : -1));
    const listed = firstOf(latest, MOST_REPORTS);
    return {
      datastream: facts.datastream,
      start: facts.start,
      end: facts.end,
      variables: variables.first.map(({ variable, dimensions, longName, units }) => ({
        variable,
        dimensions,
        quoted: { longName: quoted(longName), units: quoted(units, 60) },
      })),
      moreVariables: facts.variables.length - variables.first.length,
      reports: listed.first.map((one) => ({
        report: quoted(one.dqrid, 60),
        code: one.code,
        start: one.startDateTime,
        end: one.endDateTime,
        quoted: { subject: quoted(one.subject) },
      })),
      moreReports: listed.more,
      page: `${url}/datastream/${encodeURIComponent(facts.datastream)}`,
      quoted: {
        name: nameIn(source),
        description: quoted(textOf(source, 'description'), LONGEST_TEXT),
      },
    };
  },
});

export const readOneReport = defineTool({
  name: 'read_report',
  title: 'Read a quality report',
  description:
    'What a data quality report says, and which datastreams, variables and times it affects.',
  input: reportInput,
  output: reportOutput,
  async act({ report }, { calls, url }) {
    const read = await calls.ask(readReport, { params: { id: report } });
    const affected = firstOf(read.affected, 50);
    return {
      report: quoted(read.dqrid, 60),
      affected: affected.first.map((one) => ({
        datastream: quoted(one.datastream),
        code: one.code,
        start: one.startDateTime,
        end: one.endDateTime,
        variables: one.variables.filter(isIdentifier).slice(0, 50),
      })),
      moreAffected: affected.more,
      page: `${url}/report/${encodeURIComponent(read.dqrid)}`,
      quoted: {
        subject: quoted(read.subject),
        description: quoted(read.description, LONGEST_TEXT),
        suggestions: quoted(read.suggestions, LONGEST_TEXT),
      },
    };
  },
});
