// Searches in Chinese, Japanese, Korean, Russian, Arabic and Hindi, with the words of the shipped
// table.
import { beforeAll, expect, it } from 'vitest';
import { shippedSource, vocabularyFrom } from './testing/shipped-vocabulary.ts';
import { understand } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = vocabularyFrom(await shippedSource());
});
const meant = (text: string) => {
  const { pieces, filters } = understand(text, vocabulary, { today: '2026-11-26' });
  return [
    ...pieces.map(({ kind, meaning, read }) => (kind === 'concept' ? meaning : `?${read}`)),
    ...filters.map(({ values }) => values.join()),
  ];
};

it.each([
  ['气温', ['air temperature']],
  ['云底高度', ['cloud base height']],
  ['边界层的温度廓线', ['boundary layer height', 'temperature profile']],
  ['多普勒激光雷达数据', ['Doppler lidar']],
  ['気温と湿度', ['air temperature', 'humidity']],
  ['ドップラーライダーの観測', ['Doppler lidar']],
  ['雲レーダー', ['cloud radar']],
  ['エアロゾル粒径分布', ['aerosol', 'particle size distribution']],
  ['강수량', ['precipitation']],
  ['기온의 자료', ['air temperature']],
  ['비', ['precipitation']],
  ['температура воздуха', ['air temperature']],
  ['данные о температуре', ['air temperature']],
  ['скорости ветра', ['wind']],
  ['облачного радара', ['cloud radar']],
  ['سرعة الرياح', ['wind']],
  ['بيانات الأوزون', ['ozone']],
  ['والرطوبة', ['humidity']],
  ['तापमान', ['air temperature']],
  ['वर्षा का डेटा', ['precipitation']],
])('%s', (text, meanings) => {
  expect(meant(text)).toEqual(meanings);
});

it('a place and an instrument in another script are both understood', () => {
  expect(meant('阿拉斯加云雷达')[0]).toBe('cloud radar');
  expect(meant('阿拉斯加云雷达')).toHaveLength(2);
  expect(meant('Оклахома дождь')).toHaveLength(2);
});

it('what no table knows stays a word, and Latin words beside are read as before', () => {
  expect(meant('量子')).toEqual(['?量子']);
  expect(meant('SGP气温')).toEqual(['air temperature', expect.stringContaining('sgp')]);
  expect(meant('비교')).toEqual([expect.stringMatching(/^\?/)]);
});
