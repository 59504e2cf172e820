// The plain words of quality reports: what can go wrong with which kind of instrument.

const SAMPLING =
  /^(cpc|nephelometer|psap|smps|uhsas|aps|opc|pops|acsm|ccn|htdma|aeth|sp2|caps|ozone|so2|co-analyzer|nox|ghg|clap|aop|aosmet|mergedsmps|ins|monitorinst|aos)/;
const RADIATION =
  /^(sirs|skyrad|gndrad|brs|mfr|mfrsr|nimfr|csphot|irt|nfov|sas|par|radsys|prp|rad|qcrad|radflux|rss|aeri|tsi|asi)/;
const REMOTE =
  /^(ceil|mpl|hsrl|rl|dl|kazr|mmcr|wacr|mwacr|csapr|xsapr|kasacr|xsacr|wsacr|rwp|sodar|mwr|gvr|xprecip|kzr|sacr)/;

/** Codes: 0 missing, 2 verified, 3 suspect, 4 incorrect, 5 note. */
export function causesOf(code: string, instrumentClass: string): readonly string[] {
  const kind = SAMPLING.test(instrumentClass)
    ? 'sampling'
    : RADIATION.test(instrumentClass)
      ? 'radiation'
      : REMOTE.test(instrumentClass)
        ? 'remote'
        : 'station';
  return CAUSES[code]?.[kind] ?? ['remark of the instrument mentor'];
}

const ALL_MISSING = [
  'the power was out',
  'the data logger had stopped',
  'the instrument was away for calibration',
  'the disk of the computer was full',
  'the network link was broken',
  'a failed part was being replaced',
];

const CAUSES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  0: {
    sampling: [...ALL_MISSING, 'the pump had failed', 'the inlet was closed for a storm'],
    radiation: [...ALL_MISSING, 'the sun tracker stood still', 'the ventilator had failed'],
    remote: [...ALL_MISSING, 'the transmitter was off', 'the chiller had failed'],
    station: [...ALL_MISSING, 'the mast was down for maintenance'],
  },
  2: {
    sampling: ['flows and zeros were checked'],
    radiation: ['values agree with the instrument beside it'],
    remote: ['values agree with soundings'],
    station: ['values agree with the check standard'],
  },
  3: {
    sampling: [
      'the sample flow was outside its tolerance',
      'exhaust of vehicles reached the inlet',
      'the room was warmer than it should be',
      'the sample was more humid than it should be',
    ],
    radiation: [
      'the domes were dirty',
      'a mast threw its shadow on the sensor',
      'the levels were out of true',
      'frost lay on the domes in the mornings',
    ],
    remote: [
      'the window was dirty',
      'the laser was weak',
      'sidelobes reached the ground',
      'the calibration had drifted',
    ],
    station: [
      'readings disagree with the station beside it',
      'insects had nested in the shield',
      'the sensor was close to the end of its life',
      'snow lay on the gauge',
    ],
  },
  4: {
    sampling: [
      'the sample line leaked',
      'a wrong calibration factor was in use',
      'the filter was saturated',
      'the working fluid had run out',
      'the valve was stuck',
    ],
    radiation: [
      'the tracker pointed beside the sun',
      'a wrong calibration factor was in use',
      'water was inside the dome',
      'two sensors were exchanged at the logger',
      'the shading ball was out of place',
    ],
    remote: [
      'the receiver was saturated',
      'the clock was wrong',
      'the range correction was that of another instrument',
      'the pointing was off after work on the mount',
    ],
    station: [
      'a wrong calibration factor was in use',
      'the sensor had failed',
      'ice held the anemometer',
      'the gauge was clogged',
      'two cables were exchanged',
    ],
  },
  5: {
    sampling: ['the inlet was moved by some metres'],
    radiation: ['the sensors were exchanged as every year'],
    remote: ['the software of the instrument was renewed'],
    station: ['the surroundings were mown'],
  },
};

export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  0: 'There is no data for this time.',
  2: 'The data of this time was looked at and found good.',
  3: 'The values of this time may be off; how far is not known.',
  4: 'The values of this time are wrong.',
  5: 'A change that users of long series should know.',
};

export const SUGGESTIONS: Readonly<Record<string, string>> = {
  0: 'Use a nearby station instead.',
  2: '',
  3: 'Compare with another instrument before use.',
  4: 'Do not use the values.',
  5: '',
};
