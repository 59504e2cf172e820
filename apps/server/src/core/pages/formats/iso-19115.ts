// A thing as ISO 19115-3 (mdb): identification, extent, variables, distribution, contact.
import { formatDay, formatInstant } from '@isobar/contract/time.ts';
import { element, type Xml, type XmlPiece } from '../../../platform/text/xml.ts';
import { LICENCE } from '../../citation/datacite.ts';
import { type Publisher, pathOf, type Thing } from '../thing.ts';

const ISO = 'http://standards.iso.org/iso/19115/-3';
const NAMESPACES = {
  'xmlns:mdb': `${ISO}/mdb/2.0`,
  'xmlns:cit': `${ISO}/cit/2.0`,
  'xmlns:gco': `${ISO}/gco/1.0`,
  'xmlns:gex': `${ISO}/gex/1.0`,
  'xmlns:lan': `${ISO}/lan/1.0`,
  'xmlns:mcc': `${ISO}/mcc/1.0`,
  'xmlns:mco': `${ISO}/mco/1.0`,
  'xmlns:mrc': `${ISO}/mrc/2.0`,
  'xmlns:mrd': `${ISO}/mrd/1.0`,
  'xmlns:mri': `${ISO}/mri/1.0`,
  'xmlns:gml': 'http://www.opengis.net/gml/3.2',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${ISO}/mdb/2.0 ${ISO}/mdb/2.0/mdb.xsd`,
};
const LISTS = `${ISO}/resources/Codelist/cat/codelists.xml`;

const text = (value: string): Xml => element('gco:CharacterString', {}, value);
const listed = (name: string, list: string, value: string): Xml =>
  element(name, { codeList: `${LISTS}#${list}`, codeListValue: value }, value);
const dated = (at: number): Xml => element('gco:DateTime', {}, formatInstant(at));

export function isoRecord(thing: Thing, publisher: Publisher, modified: number): Xml {
  const url = publisher.url + pathOf(thing.kind, thing.id);
  return element(
    'mdb:MD_Metadata',
    NAMESPACES,
    element('mdb:metadataIdentifier', {}, identifier(url)),
    element('mdb:defaultLocale', {}, locale()),
    element(
      'mdb:metadataScope',
      {},
      element(
        'mdb:MD_MetadataScope',
        {},
        element(
          'mdb:resourceScope',
          {},
          listed(
            'mcc:MD_ScopeCode',
            'MD_ScopeCode',
            thing.cited ? 'dataset' : 'nonGeographicDataset',
          ),
        ),
      ),
    ),
    element(
      'mdb:contact',
      {},
      responsible('pointOfContact', publisher.publisher, publisher.contact),
    ),
    element('mdb:dateInfo', {}, dateOf(modified, 'revision')),
    element(
      'mdb:metadataStandard',
      {},
      element('cit:CI_Citation', {}, element('cit:title', {}, text('ISO 19115-3:2016'))),
    ),
    element('mdb:identificationInfo', {}, identification(thing, publisher, url)),
    thing.variables.length > 0 && element('mdb:contentInfo', {}, content(thing)),
    element('mdb:distributionInfo', {}, distribution(thing, publisher, url)),
  );
}

const identifier = (codeText: string, space?: string): Xml =>
  element(
    'mcc:MD_Identifier',
    {},
    element('mcc:code', {}, text(codeText)),
    space && element('mcc:codeSpace', {}, text(space)),
  );

const locale = (): Xml =>
  element(
    'lan:PT_Locale',
    {},
    element('lan:language', {}, listed('lan:LanguageCode', 'LanguageCode', 'eng')),
    element(
      'lan:characterEncoding',
      {},
      listed('lan:MD_CharacterSetCode', 'MD_CharacterSetCode', 'utf8'),
    ),
  );

const dateOf = (at: number, type: string): Xml =>
  element(
    'cit:CI_Date',
    {},
    element('cit:date', {}, dated(at)),
    element('cit:dateType', {}, listed('cit:CI_DateTypeCode', 'CI_DateTypeCode', type)),
  );

const responsible = (role: string, organisation: string, mail?: string, person?: string): Xml =>
  element(
    'cit:CI_Responsibility',
    {},
    element('cit:role', {}, listed('cit:CI_RoleCode', 'CI_RoleCode', role)),
    element(
      'cit:party',
      {},
      person
        ? element('cit:CI_Individual', {}, element('cit:name', {}, text(person)))
        : element(
            'cit:CI_Organisation',
            {},
            element('cit:name', {}, text(organisation)),
            mail &&
              element(
                'cit:contactInfo',
                {},
                element(
                  'cit:CI_Contact',
                  {},
                  element(
                    'cit:address',
                    {},
                    element(
                      'cit:CI_Address',
                      {},
                      element('cit:electronicMailAddress', {}, text(mail)),
                    ),
                  ),
                ),
              ),
          ),
    ),
  );

function identification(thing: Thing, publisher: Publisher, url: string): Xml {
  const authors = thing.cited?.authors ?? [];
  const keywords: readonly XmlPiece[] = thing.keywords.map((word) =>
    element('mri:keyword', {}, text(word)),
  );
  return element(
    'mri:MD_DataIdentification',
    {},
    element(
      'mri:citation',
      {},
      element(
        'cit:CI_Citation',
        {},
        element('cit:title', {}, text(thing.title)),
        thing.start !== null && element('cit:date', {}, dateOf(thing.start, 'publication')),
        element('cit:identifier', {}, identifier(url)),
        thing.cited?.doi &&
          element('cit:identifier', {}, identifier(thing.cited.doi, 'https://doi.org/')),
        authors.length > 0
          ? authors.map((one) =>
              element(
                'cit:citedResponsibleParty',
                {},
                responsible('author', '', undefined, `${one.givenNames} ${one.familyName}`.trim()),
              ),
            )
          : element('cit:citedResponsibleParty', {}, responsible('publisher', publisher.publisher)),
      ),
    ),
    element('mri:abstract', {}, text(thing.description || thing.title)),
    element(
      'mri:pointOfContact',
      {},
      responsible('pointOfContact', publisher.publisher, publisher.contact),
    ),
    element(
      'mri:topicCategory',
      {},
      element('mri:MD_TopicCategoryCode', {}, 'climatologyMeteorologyAtmosphere'),
    ),
    extents(thing),
    keywords.length > 0 &&
      element('mri:descriptiveKeywords', {}, element('mri:MD_Keywords', {}, keywords)),
    element(
      'mri:resourceConstraints',
      {},
      element(
        'mco:MD_LegalConstraints',
        {},
        element('mco:useLimitation', {}, text(`${LICENCE.name}: ${LICENCE.url}`)),
        element(
          'mco:useConstraints',
          {},
          listed('mco:MD_RestrictionCode', 'MD_RestrictionCode', 'licence'),
        ),
      ),
    ),
    element('mri:defaultLocale', {}, locale()),
  );
}

function extents({ start, end, places, id }: Thing): Xml | null {
  const boxes = places.slice(0, 50).map((place) =>
    element(
      'gex:geographicElement',
      {},
      element(
        'gex:EX_GeographicBoundingBox',
        {},
        ...(
          [
            ['westBoundLongitude', place.longitude],
            ['eastBoundLongitude', place.longitude],
            ['southBoundLatitude', place.latitude],
            ['northBoundLatitude', place.latitude],
          ] as const
        ).map(([name, value]) => element(`gex:${name}`, {}, element('gco:Decimal', {}, value))),
      ),
    ),
  );
  const time =
    start === null
      ? null
      : element(
          'gex:temporalElement',
          {},
          element(
            'gex:EX_TemporalExtent',
            {},
            element(
              'gex:extent',
              {},
              element(
                'gml:TimePeriod',
                { 'gml:id': `t-${id.replace(/[^A-Za-z0-9_.-]/g, '-')}` },
                element('gml:beginPosition', {}, formatDay(start)),
                end === null
                  ? element('gml:endPosition', { indeterminatePosition: 'now' })
                  : element('gml:endPosition', {}, formatDay(end)),
              ),
            ),
          ),
        );
  if (boxes.length === 0 && time === null) return null;
  return element('mri:extent', {}, element('gex:EX_Extent', {}, boxes, time));
}

const content = ({ variables }: Thing): Xml =>
  element(
    'mrc:MD_CoverageDescription',
    {},
    element('mrc:attributeDescription', {}, element('gco:RecordType', {}, 'variables')),
    element(
      'mrc:attributeGroup',
      {},
      element(
        'mrc:MD_AttributeGroup',
        {},
        element(
          'mrc:contentType',
          {},
          listed(
            'mrc:MD_CoverageContentTypeCode',
            'MD_CoverageContentTypeCode',
            'physicalMeasurement',
          ),
        ),
        variables.map((one) =>
          element(
            'mrc:attribute',
            {},
            element(
              'mrc:MD_SampleDimension',
              {},
              (one.longName || one.units) &&
                element(
                  'mrc:description',
                  {},
                  text([one.longName, one.units && `[${one.units}]`].filter(Boolean).join(' ')),
                ),
              element('mrc:name', {}, identifier(one.name)),
              one.standardName && element('mrc:name', {}, identifier(one.standardName, 'CF')),
            ),
          ),
        ),
      ),
    ),
  );

const distribution = (thing: Thing, publisher: Publisher, url: string): Xml =>
  element(
    'mrd:MD_Distribution',
    {},
    element(
      'mrd:transferOptions',
      {},
      element(
        'mrd:MD_DigitalTransferOptions',
        {},
        online(url, 'Page', 'information'),
        online(`${publisher.url}/discovery/#${thing.portalPath}`, 'Order in the portal', 'order'),
      ),
    ),
  );

const online = (address: string, name: string, role: string): Xml =>
  element(
    'mrd:onLine',
    {},
    element(
      'cit:CI_OnlineResource',
      {},
      element('cit:linkage', {}, text(address)),
      element('cit:name', {}, text(name)),
      element(
        'cit:function',
        {},
        listed('cit:CI_OnLineFunctionCode', 'CI_OnLineFunctionCode', role),
      ),
    ),
  );
