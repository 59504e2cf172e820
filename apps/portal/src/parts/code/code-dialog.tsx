// Code to copy: how a program gets the same data, in the language that is chosen. Heavy: import it
// only lazily.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { LANGUAGES } from '@isobar/contract/code/languages.ts';
import { TOKEN_VARIABLE } from '@isobar/contract/code/plan.ts';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { useConfig } from '../../lib/config.ts';
import { saveText } from '../../lib/save-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import {
  COPY_WORDS,
  CodeText,
  CopiedStatus,
  CopyFailed,
  type CopyState,
  useCopy,
} from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { type CodeSubject, requestOf } from './subject.ts';

const ArrayPanel = lazyPart('The array', () =>
  import('../arrays/array-panel.tsx').then((module) => module.ArrayPanel),
);

const KEY = 'code-language';
/** The choice beside the subjects, where these are of one datastream. */
const ARRAY = 'Open as one array';

export function CodeDialog(props: {
  readonly subjects: readonly [CodeSubject, ...CodeSubject[]];
  /** Where the data were found, which the code mentions. */
  readonly from: string;
  readonly onClose: () => void;
}) {
  const { subjects, from, onClose } = props;
  const { services } = useConfig();
  const [wanted, setWanted] = useState(readStored(KEY, z.string()) ?? '');
  const [label, setLabel] = useState(subjects[0].label);
  const subject = subjects.find((one) => one.label === label) ?? subjects[0];
  const datastream = datastreamOf(subject);
  const isArray = label === ARRAY && datastream !== null;
  const language = LANGUAGES.find(({ key }) => key === wanted) ?? LANGUAGES[0];
  const labels = [...subjects.map((one) => one.label), ...(datastream ? [ARRAY] : [])];
  const request = requestOf(subject, { origin: location.origin, from }, services);
  const text = language.write(request);
  const [copied, copy] = useCopy(text);
  const choose = (key: string): void => {
    setWanted(key);
    writeStored(KEY, key);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="860px"
      title="Code to copy"
      description={<span className="font-mono text-sm break-words">{subject.title}</span>}
      footer={
        <>
          <CopiedStatus state={copied} />
          <Button onClick={onClose}>Close</Button>
          {!isArray && (
            <>
              <Button onClick={() => saveText(language.fileName, language.type, text)}>
                <Download size={16} aria-hidden />
                Download
              </Button>
              <Button look="primary" onClick={copy}>
                {COPY_WORDS[copied]}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {labels.length > 1 && (
          <Segmented
            label="What the code downloads"
            segments={labels.map((value) => ({ value, label: value }))}
            value={isArray ? ARRAY : subject.label}
            onChange={setLabel}
          />
        )}
        {!isArray && (
          <>
            <Select
              label="Language"
              value={language.key}
              choices={LANGUAGES.map(({ key, label: name }) => ({ value: key, label: name }))}
              onChange={choose}
            />
            <span className="text-sm text-ink-2">{language.needs}</span>
          </>
        )}
      </div>
      {isArray ? (
        <div className="mt-3">
          <Suspense fallback={<Skeleton className="h-32" />}>
            <ArrayPanel datastream={datastream} />
          </Suspense>
        </div>
      ) : (
        <Code language={language.label} text={text} tokenPage={request.tokenPage} copied={copied} />
      )}
    </Dialog>
  );
}

/**
 * The one datastream that the code is about; null: none or several, or raw data or such without
 * times, which make no array.
 */
function datastreamOf({ about, isUndated }: CodeSubject): string | null {
  if ('orderId' in about || isUndated) return null;
  const [name, ...more] = new Set(about.items.map((item) => item.datastream));
  const isRaw = isRawLevel(parseDatastream(name ?? '')?.dataLevel ?? '');
  return name === undefined || more.length > 0 || isRaw ? null : name;
}

function Code(props: {
  readonly language: string;
  readonly text: string;
  readonly tokenPage: string;
  readonly copied: CopyState;
}) {
  const { language, text, tokenPage, copied } = props;
  return (
    <>
      <p className="mt-3 text-sm">
        It reads your access token from the environment variable{' '}
        <code className="font-mono">{TOKEN_VARIABLE}</code>, as{' '}
        <code className="font-mono">USERID:TOKEN</code>. You get one under{' '}
        <a className="link" href={tokenPage}>
          Account
        </a>
        . The code never contains it.
      </p>
      <CodeText language={language} text={text} className="mt-3 max-h-[46vh]" />
      <CopyFailed state={copied} />
    </>
  );
}
