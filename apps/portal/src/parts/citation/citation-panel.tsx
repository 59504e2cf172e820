// The citation of one or more datastreams in a format, to copy (specification part 3 section 2).
import { DEFAULT_CITATION_FORMAT } from '@isobar/contract/citations/calls.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { COPY_WORDS, CopyFailed, useCopy } from '../../ui/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { CitationShown } from './citation-shown.tsx';
import { plainOf } from './citation-text.tsx';
import { type CitationDatastream, citedOf } from './cited.ts';
import { today, useCitation, useCitationFormats } from './use-citation.ts';

const CitationTool = lazyPart(
  'The citation tool',
  () => import('./citation-tool.tsx').then((module) => module.CitationTool),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function CitationPanel(props: {
  readonly objects: readonly CitationDatastream[];
  readonly onHide: () => void;
}) {
  const cited = citedOf(props.objects);
  const formats = useCitationFormats();
  const [datastream, setDatastream] = useState(cited[0]?.datastream ?? '');
  const [format, setFormat] = useState<string>(DEFAULT_CITATION_FORMAT);
  const [isToolOpen, setToolOpen] = useState(false);
  const one = cited.find((each) => each.datastream === datastream) ?? cited[0];
  const item = one && {
    of: 'datastream' as const,
    id: one.datastream,
    startDate: one.startDate,
    endDate: one.endDate,
    dateAccessed: today(),
  };
  const citation = useCitation(item ?? null, format);
  const { data } = citation;
  const text = data ? plainOf(data.citation) : '';
  const [copied, copy] = useCopy(text);
  return (
    <div className="grid gap-4 md:grid-cols-[auto_minmax(0,1fr)]">
      <div className="flex flex-wrap content-start gap-2 md:max-w-56 md:flex-col">
        {cited.length > 1 && (
          <Select
            quietLabel
            label="Datastream"
            value={one?.datastream ?? ''}
            choices={cited.map((each) => ({ value: each.datastream, label: each.datastream }))}
            onChange={setDatastream}
          />
        )}
        <Select
          quietLabel
          label="Citation format"
          value={format}
          choices={formats.map(({ code, label }) => ({ value: code, label }))}
          onChange={setFormat}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={props.onHide}>Hide</Button>
          <Button disabled={!data} onClick={copy}>
            {COPY_WORDS[copied]}
          </Button>
        </div>
        <Button look="quiet" small onClick={() => setToolOpen(true)}>
          Edit and export…
        </Button>
      </div>
      <div className="min-w-0 border-rule md:border-l md:pl-5">
        <CitationShown of={citation} html={data?.html ?? data?.citation ?? ''} />
        <CopyFailed state={copied} />
      </div>
      {isToolOpen && (
        <Suspense>
          <CitationTool cited={cited} onClose={() => setToolOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
