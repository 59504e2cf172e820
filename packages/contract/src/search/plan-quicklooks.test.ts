// The quicklooks search: what is asked, and one plot a day in what is read.
import { describe, expect, it } from 'vitest';
import { parseSearchBody } from './dsl.ts';
import { quicklooksSearch, readQuicklooks } from './plan-quicklooks.ts';

describe('quicklooks', () => {
  it('[P071] [P072] asks by datastream, month and variable for url, day and variable, in order', () => {
    const body = quicklooksSearch({ ds: 'sgpmetE13.b1', vn: 'temp_mean', month: '201901' });
    expect(body).toEqual({
      query: {
        bool: {
          filter: [
            { term: { ds: 'sgpmetE13.b1' } },
            { term: { month: '201901' } },
            { term: { vn: 'temp_mean' } },
          ],
        },
      },
      collapse: { field: 'dated' },
      sort: [{ dated: 'asc' }, { url: 'asc' }],
      _source: ['url', 'dated', 'vn'],
    });
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
  });

  it('[Q017] of a day only the first is kept', () => {
    const hit = (dated: string, url: string) => ({ _id: url, _source: { dated, url, vn: 't' } });
    const hits = [hit('20190101', 'a'), hit('20190101', 'b'), hit('20190102', 'c')];
    const read = readQuicklooks({ hits: { hits: [...hits, { _id: 'x', _source: { dated: 1 } }] } });
    expect(read.map(({ url }) => url)).toEqual(['a', 'c']);
  });
});
