import type { SearchReply } from '@isobar/query-language/result.ts';

export const RECORDS_FROM: string;
export function readRecorded(name: string): unknown;
export function writeRecorded(name: string, entries: readonly unknown[]): void;
export function indexOf(documents: readonly object[]): { ask(body: unknown): SearchReply };
