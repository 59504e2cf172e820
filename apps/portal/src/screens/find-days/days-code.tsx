// The same search as code to copy.
import { searchEvents } from '@isobar/contract/calls/fact-calls.ts';
import type { EventSearch } from '@isobar/contract/calls/facts.ts';
import { useState } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { LanguageDialog } from '../../parts/code/language-dialog.tsx';
import { DAYS_LANGUAGES, type DaysLanguage, daysCode } from './days-code.ts';

export function DaysCodeDialog(props: {
  readonly search: EventSearch;
  readonly onClose: () => void;
}) {
  const config = useConfig();
  const [language, setLanguage] = useState<DaysLanguage>('Python');
  const url = new URL(addressOf(config, searchEvents), location.origin).href;
  return (
    <LanguageDialog
      description="The same search from a program; no account is needed."
      languages={DAYS_LANGUAGES}
      language={language}
      onLanguage={setLanguage}
      text={daysCode(language, url, props.search)}
      onClose={props.onClose}
    />
  );
}
