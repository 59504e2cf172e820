// The citation of one or more datastreams in a format, to copy (specification part 3 section 2).
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useConfig, useService } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';

export type Cited = {
  readonly datastream: string;
  /** YYYY-MM-DD, UTC: earliest start and latest end. */
  readonly startDate: string;
  readonly endDate: string;
};

const COPY_WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Copy Failed' } as const;
const reply = z.object({ citation: z.string() });

export function CitationPanel(props: {
  readonly cited: readonly Cited[];
  readonly onHide: () => void;
}) {
  const { cited, onHide } = props;
  const { archiveName } = useConfig();
  const [datastream, setDatastream] = useState(cited[0]?.datastream ?? '');
  const [format, setFormat] = useState<'arm' | 'apa'>('arm');
  const one = cited.find((each) => each.datastream === datastream) ?? cited[0];
  const { data, isError, isFetching, refetch } = useCitation(one, format);
  const [copied, copy] = useCopy(data ?? '');
  return (
    <div className="grid gap-4 md:grid-cols-[auto_minmax(0,1fr)]">
      <div className="flex flex-wrap content-start gap-2 md:max-w-56 md:flex-col">
        {cited.length > 1 && (
          <Select
            quietLabel
            label="Datastream"
            value={datastream}
            choices={cited.map((each) => ({ value: each.datastream, label: each.datastream }))}
            onChange={setDatastream}
          />
        )}
        <Select
          quietLabel
          label="Citation format"
          value={format}
          choices={[
            { value: 'arm', label: archiveName },
            { value: 'apa', label: 'APA' },
          ]}
          onChange={setFormat}
        />
        <div className="flex gap-2">
          <Button onClick={onHide}>Hide</Button>
          <Button disabled={!data} onClick={copy}>
            {COPY_WORDS[copied]}
          </Button>
        </div>
      </div>
      <div aria-live="polite" className="min-w-0 border-rule md:border-l md:pl-5">
        {data !== undefined && <p className="font-serif break-words">{data}</p>}
        {data === undefined && isFetching && <Spinner size={18} label="Writing the citation…" />}
        {isError && !isFetching && (
          <p className="flex flex-wrap items-center gap-3">
            An error occurred during citation generation.
            <Button small onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

function useCitation(one: Cited | undefined, format: string) {
  const citation = useService('citation');
  const query = {
    id: one?.datastream,
    dateAccessed: formatDay(Date.now() / 1000),
    startDate: one?.startDate,
    endDate: one?.endDate,
    citationType: format,
  };
  return useQuery({
    queryKey: ['citation', query],
    enabled: one !== undefined,
    retry: false,
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const answer = await call({ url: `${citation}/datastream`, query, schema: reply, signal });
      return textOf(answer.citation);
    },
  });
}

/** Citations may come as HTML; what is shown and copied is their text. */
const textOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
