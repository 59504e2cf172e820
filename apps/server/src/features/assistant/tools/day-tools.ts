// Tools that look into values: days on which something happened, and what masking takes away.
import {
  findDaysInput,
  findDaysOutput,
  maskedInput,
  maskedOutput,
  sentenceInput,
  sentenceOutput,
} from '@isobar/contract/calls/assistant-tools.ts';
import { readSentence, searchEvents } from '@isobar/contract/calls/fact-calls.ts';
import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import { firstOf, isIdentifier, quoted } from '../quoted.ts';
import { defineTool } from '../tool.ts';

const MOST_DAYS = 400;
const MOST_EVENTS = 50;
const MOST_VARIABLES = 100;

export const readDaySentence = defineTool({
  name: 'read_sentence',
  title: 'Read a sentence as conditions',
  description:
    'Reads a sentence about weather into conditions for find_days, and says what was assumed and what was not understood. It searches nothing: show the person the conditions first.',
  input: sentenceInput,
  output: sentenceOutput,
  async act({ text }, { calls }) {
    const read = await calls.ask(readSentence, { query: { text } });
    return {
      conditions: read.conditions.map((one) => ({
        statistic: one.statistic,
        comparison: one.comparison,
        value: one.value,
        upTo: one.upTo,
        candidates: one.candidates
          .filter(({ datastream, variable }) => isIdentifier(datastream) && isIdentifier(variable))
          .slice(0, 8)
          .map(({ datastream, variable, longName, units }) => ({
            datastream,
            variable,
            quoted: { longName: quoted(longName), units: quoted(units, 60) },
          })),
        quoted: {
          typed: quoted(one.typed),
          unit: quoted(one.unit, 60),
          assumed: quoted(one.assumed),
        },
      })),
      hours: read.hours,
      months: read.months,
      start: read.start,
      end: read.end,
      unread: read.unread.map((one) => quoted(one)),
    };
  },
});

export const findDays = defineTool({
  name: 'find_days',
  title: 'Find days',
  description:
    'Days on which conditions on hourly values hold, and good days (variables with values and without reports). Values are in the units of the variable; none is converted. Unknown hours are not hours in which nothing happened.',
  input: findDaysInput,
  output: findDaysOutput,
  async act(asked, { calls }) {
    const found = await calls.ask(searchEvents, { body: asked });
    const days = firstOf(found.days, MOST_DAYS);
    return {
      days: days.first,
      moreDays: days.more,
      events: found.events
        .slice(0, MOST_EVENTS)
        .map(({ start, end, hours }) => ({ start, end, hours })),
      total: found.total,
      unknownHours: found.unknownHours,
      unknownDays: found.unknownDays.length,
      emptyDays: found.emptyDays.length,
      factsUntil: found.factsUntil,
      start: found.start,
      end: found.end,
      quoted: { units: found.units.map((one) => quoted(one, 60)) },
    };
  },
});

/** What a selection loses, without its variables. */
export const shareOf = (one: Flagged) => ({
  samples: one.samples,
  incorrect: one.incorrect,
  suspect: one.suspect,
  either: one.either,
  isCounted: one.isCounted,
  hours: one.hours,
  hoursWithout: one.hoursWithout,
});

export const maskedShare = defineTool({
  name: 'masked_share',
  title: 'What masking would take',
  description:
    'How many samples quality reports (incorrect, suspect, either) and checks in the files mask, and how many are missing, by datastream and variable. No days: all data.',
  input: maskedInput,
  output: maskedOutput,
  async act({ selectedDatastreams }, { calls }) {
    const { selections } = await calls.ask(flaggedOfOrder, {
      body: { selectedData: { selectedDatastreams, outputFormat: ['ANDR'] } },
    });
    return {
      selections: selections.map((one, index) => ({
        datastream: selectedDatastreams[index]?.datastream ?? '',
        ...shareOf(one),
        variables: one.variables
          .filter(({ variable }) => isIdentifier(variable))
          .slice(0, MOST_VARIABLES)
          .map(({ variable, values, missing, incorrect, suspect, either, checks }) => ({
            variable,
            values,
            missing,
            incorrect,
            suspect,
            either,
            checks,
          })),
      })),
    };
  },
});
