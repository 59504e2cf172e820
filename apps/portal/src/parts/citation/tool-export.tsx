// All citations of the tool as one file, in a format that is chosen here.

import { exportCitations } from '@isobar/contract/calls/citations.ts';
import { DEFAULT_CITATION_FORMAT } from '@isobar/contract/citations/calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { askAsIs } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { saveText } from '../../lib/save-text.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { requestOf, type ToolItem } from './tool-state.ts';
import { useCitationFormats } from './use-citation.ts';

export function ToolExport({ items }: { readonly items: readonly ToolItem[] }) {
  const config = useConfig();
  const formats = useCitationFormats();
  const [format, setFormat] = useState<string>(
    items.find((one) => one.citationFormat !== DEFAULT_CITATION_FORMAT)?.citationFormat ??
      DEFAULT_CITATION_FORMAT,
  );
  const chosen = formats.find(({ code }) => code === format);
  const save = useMutation({
    mutationFn: async () => {
      const body = { citationType: format, items: items.map(requestOf) };
      return (await askAsIs(config, exportCitations, { body })).text();
    },
    onSuccess: (text) => saveText(`citations.${chosen?.extension ?? 'txt'}`, 'text/plain', text),
  });
  return (
    <>
      <p role="status" className="mr-auto text-sm text-ink-2">
        {save.error
          ? `The file could not be made. ${save.error.message}`
          : plural(items.length, 'citation')}
      </p>
      <Select
        label="Export as"
        value={format}
        choices={formats.map(({ code, label }) => ({ value: code, label }))}
        onChange={setFormat}
      />
      <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
        <Download size={15} aria-hidden />
        Export
      </Button>
    </>
  );
}
