// The calls by which operators write reports.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { REPORT_ACTIONS } from '@isobar/contract/calls/quality.ts';
import {
  actOnReport,
  beginReport,
  listWritten,
  previewReport,
  readWritten,
  saveReport,
} from '@isobar/contract/calls/written-calls.ts';
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

export type ReportAction = (typeof REPORT_ACTIONS)[number];

export const writtenListQuery = (config: PortalConfig) =>
  queryOptions({
    queryKey: ['written'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await ask(config, listWritten, { signal })).reports,
  });

export const writtenQuery = (config: PortalConfig, id: string) =>
  queryOptions({
    queryKey: ['written', id],
    staleTime: 0,
    queryFn: ({ signal }) => ask(config, readWritten, { params: { id }, signal }),
  });

/** How a draft will read, asked whenever it changes. */
export const previewQuery = (config: PortalConfig, dqrid: string, draft: ReportDraft) =>
  queryOptions({
    queryKey: ['written-preview', dqrid, draft],
    staleTime: 60_000,
    queryFn: ({ signal }) => ask(config, previewReport, { body: { dqrid, draft }, signal }),
  });

/** Begins a report; `from`: a change of one that is in force. */
export function useBegin() {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string | undefined) =>
      ask(config, beginReport, { body: from === undefined ? {} : { from } }),
    onSuccess: (report) => {
      client.setQueryData(['written', report.dqrid], report);
      return client.invalidateQueries({ queryKey: ['written'], exact: true });
    },
  });
}

type Change =
  | { readonly draft: ReportDraft; readonly revision: number }
  | { readonly action: ReportAction; readonly note: string; readonly revision: number };

/** Saves a draft, or acts on it; the answer is the report's new state. */
export function useChange(id: string) {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => {
      return 'draft' in body
        ? ask(config, saveReport, { params: { id }, body })
        : ask(config, actOnReport, { params: { id }, body });
    },
    onSuccess: (report) => {
      client.setQueryData(['written', id], report);
      void client.invalidateQueries({ queryKey: ['written'], exact: true });
      void client.invalidateQueries({ queryKey: ['report', id] });
    },
  });
}
