// Curated tables: read from a folder, refused with the exact place, and never overwritten once
// edited.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { ensureTables, loadTables } from './load.ts';
import { TableError } from './read-table.ts';

let root: string;
let shipped: string;
let folder: string;
beforeEach(async () => {
  root = temporaryFolder();
  shipped = join(root, 'shipped');
  folder = join(root, 'home', 'tables');
  await mkdir(shipped);
  await mkdir(folder, { recursive: true });
});

const put = (file: string, lines: readonly string[]) =>
  writeFile(join(folder, file), `${lines.join('\n')}\n`);

async function refusal(): Promise<string> {
  const error = await loadTables(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TableError);
  return (error as TableError).message;
}

describe('reading', () => {
  it('reading tables yields to the event loop', async () => {
    const sites = Array.from({ length: 2000 }, (_, n) => `s${n},"Site é ${n}",P`);
    await put('sites.csv', ['site_code,site_name,site_type', ...sites]);
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const tables = await loadTables(folder);
    clearInterval(counting);
    expect(tables.site('s1999')?.site_name).toBe('Site é 1999');
    expect(turns).toBeGreaterThan(5);
  });

  it('a plot beside what is featured is a day of a variable, or refused with an example', async () => {
    const header = 'section,title,plot';
    await put('featured.csv', [header, 'jupyter,Notebooks,houmwrlosM1.b1/vap/20220915']);
    expect((await loadTables(folder)).rows['featured.csv'][0]?.plot).toMatch(/^houmwrlosM1/);
    for (const plot of ['houmwrlosM1.b1/vap', 'houmwrlosM1.b1/vap/2022-09-15', 'vap', 'a/b/c/1']) {
      await put('featured.csv', [header, `jupyter,Notebooks,${plot}`]);
      expect(await refusal()).toMatch(/featured\.csv.*line 2.*plot.*sgpmetE13\.b1\/temp_mean/);
    }
  });

  it('reading tables gives checked rows and look-ups, and empty tables for absent files', async () => {
    await put('sites.csv', [
      'site_code,site_name,site_type,own_column',
      'sgp,"Southern Great Plains",P,x',
      '',
      'kcg,"Cape Grim, Tasmania",M,',
    ]);
    await put('facilities.csv', [
      'site_code,facility_code,facility_name,latitude,longitude',
      'sgp,E13,"Lamont, OK",36.605,-97.485',
      'acx,M1,Ship,,',
    ]);
    await put('measurements.csv', ['primary_meas_type_code,name', 'atmtemp,Air temperature']);
    const tables = await loadTables(folder);
    expect(tables.site('kcg')?.site_name).toBe('Cape Grim, Tasmania');
    expect(tables.site('sgp')?.end_date).toBe('');
    expect(tables.facility('sgp', 'E13')?.latitude).toBe(36.605);
    expect(tables.facility('acx', 'M1')?.latitude).toBeNull();
    expect(tables.measurement('atmtemp')?.category_code).toBe('');
    expect(tables.campaign('none')).toBeUndefined();
    expect(tables.rows['epochs.csv']).toEqual([]);
  });

  it('reading tables parses only the tables whose text has changed, from whichever folder', async () => {
    await put('sites.csv', ['site_code,site_name,site_type', 'sgp,Plains,P']);
    await put('measurements.csv', ['primary_meas_type_code,name', 'atmtemp,Air temperature']);
    const before = (await loadTables(folder)).rows;
    await put('sites.csv', ['site_code,site_name,site_type', 'sgp,Great Plains,P']);
    const after = (await loadTables(folder)).rows;
    expect(after['sites.csv'].map((row) => row.site_name)).toEqual(['Great Plains']);
    expect(after['measurements.csv']).toBe(before['measurements.csv']);
    await put('measurements.csv', ['name', 'Air temperature']);
    expect(await refusal()).toContain('measurements.csv');
  });

  it('reading tables takes the last note that fits, and patterns', async () => {
    await put('datastream-notes.csv', [
      'datastream,access,ui_text',
      'dst*,pre-deployment,Early data',
      'dstmetM1.b1,limited,Ask first',
    ]);
    const tables = await loadTables(folder);
    expect(tables.notesOn('dstmetM1.b1').map((note) => note.access)).toEqual([
      'pre-deployment',
      'limited',
    ]);
    expect(tables.notesOn('sgpmetE13.b1')).toEqual([]);
  });

  it('reading tables knows the class of a product by its table, else by its name, else not', async () => {
    await put('instrument-classes.csv', ['instrument_class_code', 'met', 'ecor']);
    await put('datastream-classes.csv', ['datastream_class,instrument_class_code', '30ecor,ecor']);
    const tables = await loadTables(folder);
    expect(['30ecor', 'met', 'new'].map((code) => tables.instrumentClassOf(code))).toEqual([
      'ecor',
      'met',
      undefined,
    ]);
  });
});

describe('a wrong table is refused with its place', () => {
  it('a number that is none', async () => {
    await put('facilities.csv', [
      'site_code,facility_code,facility_name,latitude',
      'sgp,E13,"a name',
      'over two lines",36.6',
      'sgp,E14,b,north',
    ]);
    expect(await refusal()).toBe(
      "facilities.csv, line 4, column latitude: 'north' is not a number.",
    );
  });
  it('a date that is none', async () => {
    await put('sites.csv', ['site_code,start_date', 'sgp,2019-02-30']);
    expect(await refusal()).toMatch(/^sites\.csv, line 2, column start_date: is no date/);
  });
  it('an empty key and an absent key column', async () => {
    await put('sites.csv', ['site_code,site_name', ',Nowhere']);
    expect(await refusal()).toBe('sites.csv, line 2, column site_code: must not be empty.');
    await put('sites.csv', ['code,site_name', 'x,Nowhere']);
    expect(await refusal()).toMatch(/there is no column site_code/);
  });
  it('broken quotes and rows of a different length', async () => {
    await put('sites.csv', ['site_code,site_name', 'sgp,a', 'nsa,a,b']);
    expect(await refusal()).toMatch(/^sites\.csv, line 3: it has 3 cells/);
    await put('sites.csv', ['site_code,site_name', 'sgp,"a']);
    expect(await refusal()).toMatch(/^sites\.csv, line /);
  });
  it('an empty file and one that is no UTF-8', async () => {
    await writeFile(join(folder, 'sites.csv'), '');
    expect(await refusal()).toMatch(/sites\.csv: the table is empty/);
    await writeFile(join(folder, 'sites.csv'), Buffer.from('site_code\nsg\xe9\n', 'latin1'));
    expect(await refusal()).toMatch(/sites\.csv: is not UTF-8/);
  });
});

describe('codes of other tables', () => {
  const WORDS = fileURLToPath(new URL('../../../tables', import.meta.url));
  const own = (file: string, row: string) => appendFile(join(folder, file), `${row}\n`);
  beforeEach(async () => {
    await ensureTables({ shipped: WORDS, instead: join(WORDS, 'own'), folder });
  });

  it('that shipped rows name are not missed by an archive that enters its first campaign, or has other measurements', async () => {
    await own('campaigns.csv', 'fog,The fog campaign,sgp,2010-05-02,2010-06-30,iop,,,');
    await put('measurements.csv', ['primary_meas_type_code,name', 'own,Own measurement']);
    const tables = await loadTables(folder);
    expect(tables.campaign('fog')?.iop_name).toBe('The fog campaign');
  });

  it('that a row of the operator names are', async () => {
    await own('campaigns.csv', 'fog,The fog campaign,sgp,2010-05-02,2010-06-30,iop,,,');
    await own('words.csv', 'foggy days,foggy days,,,,frog,,');
    const of = "words.csv, the row of 'foggy days', column";
    expect(await refusal()).toBe(`${of} campaigns: there is no frog.`);
    const text = await readFile(join(folder, 'words.csv'), 'utf8');
    await writeFile(join(folder, 'words.csv'), text.replace(/,frog,,\n$/, ',fog,,\n'));
    expect((await loadTables(folder)).rows['words.csv'].at(-1)?.campaigns).toEqual(['fog']);
    await own('standard-names.csv', 'own_name,nothing');
    expect(await refusal()).toBe("standard-names.csv, the row of 'own_name': there is no nothing.");
  });
});

describe('the shipped defaults', () => {
  const ship = (text: string) => writeFile(join(shipped, 'sites.csv'), text);
  const present = () => readFile(join(folder, 'sites.csv'), 'utf8');

  it('the shipped defaults are copied once, replaced by newer releases while unedited, and kept once edited', async () => {
    await ship('site_code\nsgp\n');
    await ensureTables({ shipped, folder });
    expect(await present()).toBe('site_code\nsgp\n');
    await ship('site_code\nsgp\nnsa\n');
    await ensureTables({ shipped, folder });
    expect(await present()).toBe('site_code\nsgp\nnsa\n');
    await writeFile(join(folder, 'sites.csv'), 'site_code\nown\n');
    await ship('site_code\nsgp\nnsa\nena\n');
    await ensureTables({ shipped, folder });
    expect(await present()).toBe('site_code\nown\n');
  });

  it('the shipped defaults never replace a table that was there first', async () => {
    await writeFile(join(folder, 'sites.csv'), 'site_code\nown\n');
    await ship('site_code\nsgp\n');
    await ensureTables({ shipped, folder });
    expect(await present()).toBe('site_code\nown\n');
  });
});
