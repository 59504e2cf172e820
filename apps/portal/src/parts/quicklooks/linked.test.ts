// What is opened first, what is drawn below it, and what goes with a sounding.
import { isMask } from '@isobar/contract/quicklooks/main-measurement.ts';
import { expect, it } from 'vitest';
import { linkedTo, mainOf, soundingOf, withNames } from './linked.ts';

const choice = (varName: string, measurementCode = '', description = '') => ({
  varName,
  measurementName: '',
  measurementCode,
  description,
});

const RADAR = [
  choice('significant_detection_mask', 'cloudloc'),
  choice('mean_doppler_velocity', 'radardoppler'),
  choice('reflectivity', 'radarrefl'),
];

it('a mask is known by the code of its measurement or by its name', () => {
  const all = [choice('x', 'cloudloc'), choice('qc_flag', 'atmtemp'), choice('temp', 'atmtemp')];
  expect(all.map(isMask)).toEqual([true, true, false]);
});

it('names that no measurement has are further choices, each once', () => {
  const names = withNames(RADAR, ['', 'reflectivity', 'snr']).map(({ varName }) => varName);
  expect(names).toEqual([...RADAR.map(({ varName }) => varName), 'snr']);
});

it('the main measurement of a radar is its reflectivity, whatever the order of its measurements is', () => {
  expect(mainOf(RADAR)?.varName).toBe('reflectivity');
  expect(mainOf(RADAR.toReversed())?.varName).toBe('reflectivity');
});

it('the main measurement is a mask only where there is nothing else', () => {
  const mask = choice('cloud_mask', 'cloudloc');
  expect(mainOf([mask, choice('linear_depol_ratio', 'backscatdepol')])?.varName).toBe(
    'linear_depol_ratio',
  );
  expect(mainOf([mask])?.varName).toBe('cloud_mask');
  expect(mainOf([])).toBeUndefined();
});

it('the main measurement of a lidar is its first channel', () => {
  const found = mainOf([
    choice('signal_return_cross_pol', 'backscatter'),
    choice('signal_return_co_pol', 'backscatter'),
  ]);
  expect(found?.varName).toBe('signal_return_co_pol');
});

const all = withNames(RADAR, ['reflectivity', 'spectral_width', 'nyquist_velocity']);

it('linked variables of reflectivity are velocity and width, of velocity reflectivity and width', () => {
  const names = (vn: string) => linkedTo(all, vn).map(({ varName }) => varName);
  expect(names('reflectivity')).toEqual(['mean_doppler_velocity', 'spectral_width']);
  expect(names('mean_doppler_velocity')).toEqual(['reflectivity', 'spectral_width']);
});

it('linked variables of a lidar are the other channel or its depolarisation, and never noise or itself', () => {
  const lidar = ['beta_snr', 'beta', 'depolarisation'].map((name) => choice(name));
  expect(linkedTo(lidar, 'beta').map(({ varName }) => varName)).toEqual(['depolarisation']);
  expect(linkedTo(lidar, 'depolarisation').map(({ varName }) => varName)).toEqual(['beta']);
  expect(linkedTo(lidar.slice(0, 2), 'beta')).toEqual([]);
  const masked = [choice('reflectivity'), choice('velocity_mask'), choice('velocity')];
  expect(linkedTo(masked, 'reflectivity').map(({ varName }) => varName)).toEqual(['velocity']);
  expect(linkedTo(masked, 'velocity_mask')).toEqual([]);
  expect(
    linkedTo([choice('reflectivity', 'cloudloc'), choice('velocity')], 'reflectivity'),
  ).toEqual([]);
});

it('a mask and a temperature have none', () => {
  expect(linkedTo(all, 'significant_detection_mask')).toEqual([]);
  expect(linkedTo(all, 'temp_mean')).toEqual([]);
});

it('a sounding is temperature with dew point, and pressure where it is measured', () => {
  const sonde = [choice('tdry', 'atmtemp'), choice('dp', 'atmmoist'), choice('rh', 'atmmoist')];
  expect(soundingOf(sonde)).toEqual({ temperature: 'tdry', dewPoint: 'dp', pressure: null });
  expect(soundingOf(withNames(sonde, ['pres']))?.pressure).toBe('pres');
});

it('without a dew point there is none', () => {
  expect(soundingOf([choice('tdry', 'atmtemp'), choice('pres', 'atmpres')])).toBeNull();
});
