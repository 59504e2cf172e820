// Datastreams of the demo that no table of facts lists: sites known by code only, raw levels, campaign data.
import type { Row } from '../../csv.ts';

type Line = readonly [
  datastream: string,
  instrumentClass: string,
  source: string,
  start: string,
  end: string,
  campaign?: string,
];

const LAST = '2026-09-23';

/** Sites that the facts give no datastream. */
const SITES: readonly Line[] = [
  ['cjcsondeadjustS01.c1', 'sondeadjust', 'armderiv', '2009-08-01', '2009-10-31', 'cjc2009rhubc2'],
  ['cjcgvrpS01.b1', 'gvrp', 'armobs', '2009-08-01', '2009-10-31', 'cjc2009rhubc2'],
  [
    'cjcftirspectrometerS01.b1',
    'ftir-spectrometer',
    'fc',
    '2009-08-12',
    '2009-10-24',
    'cjc2009rhubc2',
  ],
  ['zrhskyrad60sS01.b1', 'skyrad', 'armobs', '2010-09-27', '2010-10-15'],
  ['smtmmcrX1.b1', 'mmcr', 'extobs', '2010-06-01', '2011-05-31'],
  ['yeummcrX1.b1', 'mmcr', 'extobs', '2005-08-01', '2006-07-31'],
  ['nacsynrap20plevX1.c1', 'rap', 'extmod', '2012-05-01', '2013-04-30'],
  ['blraossp2bc60sM1.c1', 'sp2', 'armderiv', '2013-01-08', '2013-02-20'],
  ['dna180varanaecmwfM1.c1', 'varanal', 'armderiv', '2014-01-01', '2014-03-31'],
  ['wbumetX1.b1', 'met', 'extobs', '2018-05-01', '2018-05-31'],
  ['rldmetX1.b1', 'met', 'extobs', '2013-07-01', '2013-07-31'],
  ['nicmetX1.b1', 'met', 'extobs', '2019-06-01', '2019-06-30'],
  ['ispmetX1.b1', 'met', 'extobs', '2012-02-01', '2012-02-29'],
  ['revmetX1.b1', 'met', 'extobs', '2006-03-01', '2006-03-31'],
  ['dmfmetX1.b1', 'met', 'evalobs', '2026-08-01', LAST],
];

/** Raw data, as instruments wrote it. */
const RAW: readonly Line[] = [
  ['sgpmetE13.00', 'met', 'armobs', '2026-01-01', LAST],
  ['sgpsirsE13.00', 'sirs', 'armobs', '2026-06-01', LAST],
  ['sgpceilC1.00', 'ceil', 'armobs', '2026-07-01', LAST],
  ['sgpmplpolfsC1.00', 'mpl', 'armobs', '2026-08-01', LAST],
  ['nsametC1.00', 'met', 'armobs', '2026-06-01', LAST],
  ['enametC1.00', 'met', 'armobs', '2026-06-01', LAST],
  ['bnfmetM1.00', 'met', 'armobs', '2026-03-01', LAST],
  ['bnfldM1.00', 'ldis', 'armobs', '2026-06-01', LAST],
  ['dstmetM1.00', 'met', 'armobs', '2026-05-05', LAST],
  ['gucmetM1.00', 'met', 'armobs', '2023-01-01', '2023-06-15'],
  ['houdlfptM1.00', 'dl', 'armobs', '2022-08-01', '2022-09-30'],
  ['mosmetS3.01', 'met', 'armobs', '2019-10-20', '2020-01-31'],
];

/** Simulations: model, forcing, day and microphysics are in datastream-classes. */
const MODELS: readonly Line[] = [
  ['sgplasso-les-varanal-20170627C1.m1', 'lasso', 'armmod', '2017-06-27', '2017-06-27'],
  ['sgplasso-les-msda-20180814C1.m1', 'lasso', 'armmod', '2018-08-14', '2018-08-14'],
  ['sgplasso-les-ecmwf-20190504C1.m1', 'lasso', 'armmod', '2019-05-04', '2019-05-04'],
  ['corlasso-meso-eda09-20190129M1.m1', 'lasso', 'armmod', '2019-01-29', '2019-01-29'],
  ['corlasso-meso-gefs18-20181204M1.m1', 'lasso', 'armmod', '2018-12-04', '2018-12-04'],
  ['enalasso-les-era5-20180202C1.m1', 'lasso', 'armmod', '2018-02-02', '2018-02-02'],
];

/** Datastreams that campaign teams contributed, by campaign. */
const CAMPAIGNS: readonly Line[] = [
  ['sgppsychrometerC1.a1', 'psychrometer', 'iop', '1994-04-01', '1994-04-30', 'sgp1994sprscm'],
  ['sgpbbradrecC1.a1', 'bbradrec', 'iop', '1995-09-25', '1995-11-01', 'sgp1995arese'],
  ['sgprlgsfcC1.a1', 'rl-gsfc', 'iop', '1996-09-10', '1996-09-30', 'sgp1996wv'],
  ['sgpcapecinC1.c1', 'capecin', 'iop', '1997-06-18', '1997-07-18', 'sgp1997sumscm'],
  ['sgplidardialC1.a1', 'lidar-dial', 'iop', '1997-09-15', '1997-10-05', 'sgp1997wv'],
  ['sgpmmcr94psuC1.a1', 'mmcr94psu', 'iop', '1997-09-15', '1997-10-05', 'sgp1997integrated'],
  ['twpronbrownC2.a1', 'ronbrown', 'iop', '1999-06-15', '1999-07-15', 'twp1999nauru99'],
  ['sgppyraneppleyC1.a1', 'psp-eppley', 'iop', '2000-02-01', '2000-04-15', 'sgp2000arese2'],
  ['sgpwcrC1.a1', 'wcr', 'iop', '2000-03-01', '2000-03-26', 'sgp2000sprcloud'],
  ['sgpsondeclassC1.a1', 'sonde-class', 'iop', '2000-03-01', '2000-03-26', 'sgp2000sprcloud'],
  ['sgpuwairF1.a1', 'uw-air', 'iop', '2000-03-03', '2000-03-24', 'sgp2000sprcloud'],
  ['sgpscanirtC1.a1', 'scan-irt', 'iop', '2000-09-18', '2000-10-08', 'sgp2000fallwv'],
  ['sgpwrfC1.c1', 'wrf', 'iop', '2000-09-01', '2000-10-31', 'sgp2000fallscm'],
  ['sgpmmwrC1.a1', 'mmwr', 'iop', '2000-11-01', '2000-12-31', 'sgp2000afwex'],
  ['sgpairsgpswvC1.a1', 'gpswv', 'iop', '2002-01-01', '2004-12-31', 'sgp2002airs'],
  ['sgpcadenzaC1.a1', 'cadenza', 'iop', '2003-05-01', '2003-05-31', 'sgp2003aerosol'],
  ['sgpphotoacousticC1.a1', 'photoacoustic', 'iop', '2003-05-01', '2003-05-31', 'sgp2003aerosol'],
  ['nsaparslC1.a1', 'parsl', 'iop', '2004-09-27', '2004-10-21', 'nsa2004arcticcld'],
  ['nsacitationF1.a1', 'citation', 'iop', '2004-09-30', '2004-10-12', 'nsa2004arcticcld'],
  ['oscpvmairF1.a1', 'pvm-air', 'fc', '2005-07-05', '2005-07-27', 'osc2005mase'],
  ['twpcpolC3.a1', 'cpol', 'iop', '2006-01-21', '2006-02-13', 'twp2006twp-ice'],
  ['twpnoaafluxtwrC3.a1', 'noaa-flux-twr', 'iop', '2006-01-21', '2006-02-13', 'twp2006twp-ice'],
  ['nsaastiC1.a1', 'asti', 'iop', '2007-02-22', '2007-03-14', 'nsa2007rhubc'],
  ['sgpspeclearjetF1.a1', 'spec-learjet', 'fc', '2007-06-05', '2007-06-28', 'aaf2007clasic'],
  ['sgppilsairF1.a1', 'pils-air', 'fc', '2007-06-04', '2007-06-26', 'sgp2007chaps'],
  ['nsacpiairF1.a1', 'cpi-air', 'fc', '2008-04-01', '2008-04-30', 'aaf2008isdac'],
  ['sgpcviF1.a1', 'cvi', 'fc', '2009-01-22', '2009-06-30', 'aaf2009racoro'],
  ['sgppyrankandzC1.a1', 'kandz-cm21', 'iop', '2009-01-20', '2009-06-30', 'sgp2009surfradcomp'],
  ['nsaasdC1.a1', 'asd', 'iop', '2009-04-07', '2009-10-13', 'nsa2009isdac2'],
  ['sgpffsspairF1.a1', 'ffssp-air', 'fc', '2010-01-12', '2010-06-25', 'aaf2010sparticus'],
  ['oscspmsairF1.a1', 'spms-air', 'fc', '2010-06-02', '2010-06-28', 'aaf2010cares'],
  ['sbsdriairM1.a1', 'dri-air', 'fc', '2010-11-15', '2011-03-25', 'amf2009valclradar'],
  ['sgpnpolC1.a1', 'npol', 'fc', '2011-04-22', '2011-06-06', 'sgp2011midlatcloud'],
  [
    'sgpsbandprofilerC1.a1',
    's-band-profiler',
    'fc',
    '2011-04-22',
    '2011-06-06',
    'sgp2011midlatcloud',
  ],
  ['osctdmaairF1.a1', 'tdma-air', 'fc', '2013-07-15', '2013-10-22', 'aaf2013bbop'],
  ['maoptrmsS1.a1', 'ptrms', 'fc', '2014-02-01', '2014-10-15', 'amf2014goamazon'],
  ['tmpptrmsM1.a1', 'ptrms', 'fc', '2014-03-01', '2014-08-31', 'amf2014baecc'],
  ['nsaghgairF1.b1', 'ghg-air', 'fc', '2015-06-01', '2015-09-15', 'nsa2015acmev'],
  ['sgpptrmsairF1.a1', 'ptrms-air', 'fc', '2016-04-25', '2016-09-22', 'aaf2016hiscale'],
  ['sgppdlidarC1.a1', 'pdlidar', 'fc', '2017-08-01', '2017-08-31', 'sgp2017lafe'],
  ['sgpecuhohC1.a1', 'ec-uhoh', 'fc', '2017-08-01', '2017-08-31', 'sgp2017lafe'],
  ['enahologrF1.a1', 'hologr', 'fc', '2017-06-21', '2018-02-19', 'aaf2017aceena'],
  [
    'olitethersondeslwcM1.a1',
    'tethersonde-slwc',
    'fc',
    '2018-07-01',
    '2018-09-30',
    'oli2018popeye',
  ],
  ['sgppopsE13.a1', 'pops', 'fc', '2019-09-15', '2020-09-14', 'sgp2019popsnet'],
  ['houtdcimsM1.a1', 'tdcims', 'fc', '2022-07-01', '2022-08-31', 'amf2021tracer'],
  ['gucpopsX20.a1', 'pops', 'fc', '2021-11-01', '2022-10-31', 'amf2021SAILCAIVIMT'],
  ['guctbspopsS3.b1', 'tbspops', 'fc', '2022-04-01', '2022-11-01', 'amf2022SAILVAPS'],
  ['epcwibsS2.a1', 'wibs', 'fc', '2023-04-01', '2023-09-30', 'amf2023EPCAPE'],
  ['sgppyrnetE13.a1', 'pyrnet', 'fc', '2023-06-01', '2023-08-31', 'sgp2023s2vsr'],
];

/** Datastreams that single investigators derived and contributed. */
const INVESTIGATORS: readonly Line[] = [
  ['sgpcldmicropropC1.c1', 'cldmicroprop', 'pi', '1997-01-01', '1999-12-31'],
  ['twpqcsfcradC3.c1', 'qcsfcrad', 'pi', '2003-01-01', '2005-12-31'],
  ['twpprecipretC3.c1', 'precipret', 'pi', '2006-01-19', '2006-02-15', 'twp2006twp-ice'],
  ['nsalcbhhsrlmplC1.c1', 'lcbh-hsrlmpl', 'pi', '2004-09-15', '2004-11-15', 'nsa2004arcticcld'],
  ['sgpgwvrdpC1.c1', 'gwvrdp', 'pi', '2000-09-18', '2000-12-31', 'sgp2000fallwv'],
  ['enabacktrajectoryC1.c1', 'backtrajectory', 'pi', '2016-01-01', '2018-12-31'],
  ['enaturbparamairF1.c1', 'turbparam-air', 'pi', '2017-06-21', '2018-02-19', 'aaf2017aceena'],
  ['maowrfchemM1.c1', 'wrf-chem', 'pi', '2014-03-01', '2014-03-31', 'amf2014goamazon'],
  ['sgpsfcfluxE13.c1', 'sfcflux', 'pi', '2012-04-01', '2012-09-30'],
  ['coricecldmicroairF1.c1', 'icecldmicro-air', 'pi', '2018-11-04', '2018-12-08', 'aaf2018cacti'],
];

const NAME = /^([a-z]{3})([a-z0-9-]+)([A-Z]\d+)\.(\w\w)$/;

/** As rows of the table of facts, with source class and campaign. */
export const COMPOSED: readonly Row[] = [
  ...SITES,
  ...RAW,
  ...MODELS,
  ...CAMPAIGNS,
  ...INVESTIGATORS,
].map(([datastream, instrumentClass, source, start, end, campaign = '']) => {
  const [, site = '', streamClass = '', facility = '', level = ''] = NAME.exec(datastream) ?? [];
  return {
    datastream,
    site_code: site,
    facility_code: facility,
    datastream_class: streamClass,
    instrument_class_code: instrumentClass,
    data_level: level,
    source_class_code: source,
    start_date: start,
    end_date: end,
    iop_short_name: campaign,
  };
});
