// Details of a record of another repository: everything that the repository says about it.

import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import { plural } from '@isobar/contract/count.ts';
import { ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { externalPublisher, externalUrl } from '../../lib/search/external-archive.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DialogParts } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ViewMore } from '../../ui/view-more.tsx';
import { readExternalRecord } from './external-record.ts';
import { DoiFact, Fact } from './product-facts.tsx';

const BoundsMap = lazyPart('The map', () =>
  import('../map/bounds-map.tsx').then((module) => module.BoundsMap),
);

type Props = { readonly row: ResultRow; readonly onClose: () => void };

export function ExternalDetails({ row, onClose }: Props) {
  const record = readExternalRecord(row);
  const url = externalUrl(row);
  const visit = async (): Promise<void> => {
    const question = `This data is archived by ${externalPublisher(row)}. Please confirm to open in a new tab.`;
    if (await confirm({ title: question })) window.open(url, '_blank', 'noopener');
  };
  return (
    <DialogParts
      title={row.name || row.instrumentName}
      description={
        <>
          <span className="badge">{row.repository}</span>{' '}
          <span className="font-mono text-sm break-all">{row.alternateName}</span>
        </>
      }
      footer={
        <>
          <p className="mr-auto text-sm text-ink-2">
            Licence:{' '}
            <a
              className="link"
              href="https://creativecommons.org/licenses/by/4.0/"
              target="_blank"
              rel="noreferrer"
            >
              Creative Commons Attribution 4.0
            </a>
          </p>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" disabled={url === ''} onClick={() => void visit()}>
            <ExternalLink size={16} aria-hidden />
            Get Data
          </Button>
        </>
      }
    >
      {record ? <Record record={record} row={row} /> : <ViewMore text={row.description} />}
    </DialogParts>
  );
}

/**
 * Repositories whose dates have no time, and whose contacts are persons with an address (part 1
 * section 9).
 */
const isSatellite = (record: ExternalRecord): boolean =>
  /satellite|NASA|MODIS|EARTHDATA|NOAA|GOES|GES DISC|LAADS/i.test(
    `${record.data_repository} ${record.provider.name}`,
  );

function Record({ record, row }: { readonly record: ExternalRecord; readonly row: ResultRow }) {
  const satellite = isSatellite(record);
  const { temporalCoverage: time } = record;
  const date = (text: string): string => (satellite ? text.slice(0, 10) : text.replace('T', ' '));
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <dl className="grid min-w-0 flex-1 basis-80 grid-cols-[max-content_minmax(0,1fr)] content-start gap-x-5 gap-y-1.5 text-sm">
          <Lines
            lines={[
              ['Record', row.alternateName],
              ['Concept id', record.concept_id],
              ['Provider', record.provider.name],
              ['Publisher', record.publisher.name],
              ['Status', record.status],
              ['Start date', date(time.startDate)],
              ['End date', date(time.endDate) || 'goes on'],
              ['Temporal extent', extent(date(time.startDate), date(time.endDate))],
              ['Available from', date(time.availabilityStarts)],
              ['Keywords', record.keywords.join(', ')],
            ]}
          />
          <DoiFact doi={record.doi} />
        </dl>
        {record.spatialCoverage.length > 0 && (
          <div className="w-full max-w-[340px] shrink-0">
            <Suspense>
              <BoundsMap corners={record.spatialCoverage} wholeWorld={satellite} />
            </Suspense>
          </div>
        )}
      </div>
      <Part title="Abstract" text={record.description} />
      <Part title="Citation" text={record.citation} />
      <Part title="Acknowledgement" text={record.acknowledgement} />
      <Section
        title="Platforms and instruments"
        lines={[
          ['Platforms', record.platforms_list.join(', ')],
          ['Instruments', record.instruments_list.join(', ')],
        ]}
      />
      <Section
        title="Product information"
        lines={[
          ['Processing level', record.processingLevel],
          ['Spatial resolution', record.spatialResolution],
          ['Temporal resolution', record.temporalResolution],
          ['Granule representation', record.granuleSpatialRepresentation],
          ['Coordinate system', record.coordinateSystem],
          ['Places', record.locationKeywords.join(', ')],
          ['Published', date(record.datePublished)],
          ['Modified', date(record.dateModified)],
        ]}
      />
      {PAGES.map(([title, key]) => (
        <Section key={key} title={title} lines={Object.entries(record.paginated_data[key])} />
      ))}
      <Contacts record={record} asMail={satellite} />
    </div>
  );
}

const PAGES = [
  ['Identification', 'identification'],
  ['Facility information', 'facility'],
  ['File information', 'distribution'],
  ['Provenance', 'provenance'],
  ['Constraints', 'constraints'],
  ['Data-quality compliance', 'quality'],
] as const;

type LineList = readonly (readonly [name: string, text: string])[];

const Lines = ({ lines }: { readonly lines: LineList }) =>
  lines.map(
    ([name, text]) =>
      text !== '' && (
        <Fact key={name} name={spaced(name)}>
          {text}
        </Fact>
      ),
  );

function Section({ title, lines }: { readonly title: string; readonly lines: LineList }) {
  if (lines.every(([, text]) => text === '')) return null;
  return (
    <section>
      <h3 className="title-2 mb-2">{title}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <Lines lines={lines} />
      </dl>
    </section>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h3 className="title-2 mb-2">{title}</h3>
      <ViewMore text={text} />
    </section>
  );
}

function Contacts({
  record,
  asMail,
}: {
  readonly record: ExternalRecord;
  readonly asMail: boolean;
}) {
  const people = record.creator.filter((one) => one.name !== '' || one.email !== '');
  if (people.length === 0) return null;
  return (
    <section>
      <h3 className="title-2 mb-2">Contacts</h3>
      <ul className="grid gap-1">
        {people.map(({ name, email }) => (
          <li key={`${name} ${email}`}>
            {asMail && email ? (
              <a className="link" href={`mailto:${email}`}>
                {name || email}
              </a>
            ) : (
              <>
                {name} <span className="text-ink-2">{email}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'processingLevel' and 'processing_level' -> 'Processing level'. */
function spaced(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Years and days between two days; empty when one is missing. */
function extent(start: string, end: string): string {
  const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / 86_400_000;
  if (!Number.isFinite(days) || days < 0) return '';
  const years = Math.floor(days / 365.25);
  return years > 0
    ? `${plural(years, 'year')}, ${plural(Math.round(days - years * 365.25), 'day')}`
    : plural(days, 'day');
}
