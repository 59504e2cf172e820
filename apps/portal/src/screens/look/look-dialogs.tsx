// Code that reads what is shown, and how to cite it. Heavy: import it only lazily.
import { ARRAY_VARIANTS } from '@isobar/contract/calls/arrays.ts';
import { readWindow } from '@isobar/contract/calls/look-calls.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { arrayQuery } from '../../parts/arrays/array-query.ts';
import { CitationPanel } from '../../parts/citation/citation-panel.tsx';
import { LanguageDialog } from '../../parts/code/language-dialog.tsx';
import type { Window } from '../../parts/look/window.ts';
import type { Law, LookOf } from '../../parts/look-address.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LOOK_LANGUAGES, type LookLanguage, lookCode } from './look-code.ts';

export interface DialogOf {
  readonly of: LookOf;
  readonly window: Window;
  readonly law: Law;
  readonly dimensions: number;
  readonly onClose: () => void;
}

export function LookCodeDialog({ of, window, law, dimensions, onClose }: DialogOf) {
  const config = useConfig();
  const [language, setLanguage] = useState<LookLanguage>('Python');
  const array = useQuery(arrayQuery(config, of.datastream));
  const variant = ARRAY_VARIANTS.find((one) => one === law) ?? 'clean';
  const query = { from: formatInstant(window.from), to: formatInstant(window.to) };
  const address = new URL(
    addressOf(config, readWindow, { params: { ...of }, query }),
    location.origin,
  ).href;
  const addresses = array.data?.variants[variant] ?? { zarr: null, dap: null };
  const text = lookCode(language, {
    ...{ ...addresses, address, dimensions, window, variable: of.variable },
  });
  return (
    <LanguageDialog
      description="Reads what is shown, from the array with the state that it has now; no account is needed."
      languages={LOOK_LANGUAGES}
      language={language}
      onLanguage={setLanguage}
      text={text}
      absent={
        <p role="status" className="mt-3">
          {array.isPending
            ? 'The array of this datastream is being prepared…'
            : `There is no array of this datastream. ${array.error?.message ?? ''}`}
        </p>
      }
      onClose={onClose}
    />
  );
}

export function LookCiteDialog({ of, window, onClose }: DialogOf) {
  const dates = [{ startDate: formatInstant(window.from), endDate: formatInstant(window.to - 1) }];
  const dataLevels = [{ datastream: of.datastream, dataLevel: '', dates }];
  return (
    <Dialog open onClose={onClose} width="760px" title="Cite" description={of.datastream}>
      <CitationPanel objects={[{ dataLevels }]} onHide={onClose} />
    </Dialog>
  );
}
