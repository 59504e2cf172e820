// The calls by which operators write reports.
import {
  type REPORT_ACTIONS,
  reportPreview,
  writtenList,
  writtenReport,
} from '@isobar/contract/calls/quality.ts';
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

export type ReportAction = (typeof REPORT_ACTIONS)[number];

export const writtenListQuery = (dqr: string) =>
  queryOptions({
    queryKey: ['written'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call({ url: `${dqr}/written`, schema: writtenList, signal })).reports,
  });

export const writtenQuery = (dqr: string, id: string) =>
  queryOptions({
    queryKey: ['written', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call({ url: `${dqr}/written/${encodeURIComponent(id)}`, schema: writtenReport, signal }),
  });

/** How a draft will read, asked whenever it changes. */
export const previewQuery = (dqr: string, dqrid: string, draft: ReportDraft) =>
  queryOptions({
    queryKey: ['written-preview', dqrid, draft],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      call({
        url: `${dqr}/written/preview`,
        body: { dqrid, draft },
        schema: reportPreview,
        signal,
      }),
  });

/** Begins a report; `from`: a change of one that is in force. */
export function useBegin() {
  const dqr = useService('dqr');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string | undefined) =>
      call({ url: `${dqr}/written`, body: { from }, schema: writtenReport }),
    onSuccess: (report) => {
      client.setQueryData(['written', report.dqrid], report);
      return client.invalidateQueries({ queryKey: ['written'], exact: true });
    },
  });
}

type Change =
  | { readonly draft: ReportDraft; readonly revision: number }
  | { readonly action: ReportAction; readonly note: string; readonly revision: number };

/** Keeps a draft, or acts on it; the answer is how the report stands now. */
export function useChange(id: string) {
  const dqr = useService('dqr');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => {
      const url = `${dqr}/written/${encodeURIComponent(id)}`;
      return 'draft' in body
        ? call({ url, method: 'PUT', body, schema: writtenReport })
        : call({ url: `${url}/act`, body, schema: writtenReport });
    },
    onSuccess: (report) => {
      client.setQueryData(['written', id], report);
      void client.invalidateQueries({ queryKey: ['written'], exact: true });
      void client.invalidateQueries({ queryKey: ['report', id] });
    },
  });
}
