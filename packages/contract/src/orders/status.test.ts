// Where an order stands, from the codes of the status call.
import { expect, it } from 'vitest';
import {
  endOf,
  isSuspended,
  ORDER_STEP_CODES,
  stepNumber,
  suspensionMessage,
  TRACKING_STEPS,
  trackingStates,
} from './status.ts';

const plain = { suspendReas: null, approveTime: null };

it('[O028] the tracking of an order has five steps', () => {
  expect(TRACKING_STEPS).toEqual([
    'Order placed',
    'Retrieving',
    'Extraction',
    'Finalizing',
    'Completed',
  ]);
});

it('[O030] [O031] [O032] [O033] [O034] the code tells the current step', () => {
  expect(stepNumber('complete')).toBe(5);
  expect(['notify', 'upload'].map(stepNumber)).toEqual([4, 4]);
  expect(stepNumber('anders')).toBe(3);
  expect(['hpss', 'ordhdlr', 'ohrso'].map(stepNumber)).toEqual([2, 2, 2]);
  expect(['', null, undefined, 'whatever'].map(stepNumber)).toEqual([1, 1, 1, 1]);
});

it('[O029] a step is completed, current or error, and those to come wait', () => {
  expect(trackingStates({ ...plain, curStep: 'anders' })).toEqual([
    'completed',
    'completed',
    'current',
    'waiting',
    'waiting',
  ]);
  expect(trackingStates({ ...plain, curStep: 'complete' })).toEqual(Array(5).fill('completed'));
  for (const curStep of ORDER_STEP_CODES.slice(0, -1)) {
    const states = trackingStates({ ...plain, curStep });
    expect(states.filter((state) => state === 'current')).toHaveLength(1);
  }
});

it('[O035] the tracking of an order is suspended with a reason and without an approval', () => {
  expect(isSuspended({ curStep: '', suspendReas: 'Oversize', approveTime: null })).toBe(true);
  expect(isSuspended({ curStep: '', suspendReas: 'Oversize', approveTime: '2026-01-01' })).toBe(
    false,
  );
  expect(isSuspended({ curStep: '', suspendReas: '', approveTime: null })).toBe(false);
});

it('[O036] the tracking shows the current step of a suspended or failed order as error', () => {
  const held = { curStep: 'ordhdlr', suspendReas: 'Oversize', approveTime: null };
  expect(trackingStates(held)[1]).toBe('error');
  expect(trackingStates({ ...plain, curStep: 'anders', failure: 'No data' })[2]).toBe('error');
});

it('the tracking of an order ends in one word: what a person decided counts before what went wrong', () => {
  const end = (of: object) => endOf({ ...plain, curStep: 'hpss', ...of });
  expect(end({})).toBeNull();
  expect(end({ failure: 'No data' })).toBe('Failed');
  expect(end({ suspendReas: 'Oversize' })).toBeNull();
  expect(end({ suspendReas: 'Oversize', failure: 'No data' })).toBe('Failed');
  expect(end({ suspendReas: 'Denied', failure: 'No data' })).toBe('Denied');
  expect(end({ suspendReas: 'Cancelled', failure: 'No data' })).toBe('Cancelled');
  const approved = { suspendReas: 'Denied', approveTime: '2026-01-01', failure: 'No data' };
  expect(end(approved)).toBe('Failed');
});

it('[O037] [O038] each reason has its message, any other the general one', () => {
  const known = ['Restricted', 'Oversize', 'Denied', 'Cancelled'].map(suspensionMessage);
  expect(new Set(known).size).toBe(4);
  const other = suspensionMessage('Unforeseen');
  expect(other).toMatch(/on hold/);
  expect(known).not.toContain(other);
  expect(suspensionMessage('Elsewhere')).toBe(other);
});
