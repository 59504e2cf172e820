// The same search as code to copy.
import { searchEvents } from '@isobar/contract/calls/fact-calls.ts';
import type { EventSearch } from '@isobar/contract/calls/facts.ts';
import { useState } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DAYS_LANGUAGES, type DaysLanguage, daysCode } from './days-code.ts';

const COPY_WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Copy Failed' } as const;

export function DaysCodeDialog(props: {
  readonly search: EventSearch;
  readonly onClose: () => void;
}) {
  const config = useConfig();
  const [language, setLanguage] = useState<DaysLanguage>('Python');
  const url = new URL(addressOf(config, searchEvents), location.origin).href;
  const text = daysCode(language, url, props.search);
  const [copied, copy] = useCopy(text);
  return (
    <Dialog
      open
      onClose={props.onClose}
      width="820px"
      title="Code to Copy"
      description="The same search from a program; no account is needed."
      footer={
        <>
          <span role="status" className="sr-only">
            {copied === 'copied' && 'Copied'}
          </span>
          <Button onClick={props.onClose}>Close</Button>
          <Button look="primary" onClick={copy}>
            {COPY_WORDS[copied]}
          </Button>
        </>
      }
    >
      <Segmented
        label="Language"
        segments={DAYS_LANGUAGES.map((value) => ({ value, label: value }))}
        value={language}
        onChange={setLanguage}
      />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard
        tabIndex={0}
        className="mt-3 max-h-[50vh] overflow-auto rounded-lg bg-sunk p-4 font-mono text-sm"
      >
        {text}
      </pre>
    </Dialog>
  );
}
