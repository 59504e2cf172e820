// An address of every screen, by the path of its route: a route without one does not compile.
import type { Path } from '../apps/portal/src/app/paths.ts';

const PLOTS = 'sgpmetE13.b1/temp_mean?date=20190103';

/** `order`: the number of one that the visitor has placed; `report`: one that a writer may edit. */
export const addresses = (known: {
  readonly order: number;
  readonly draft: string;
}): Readonly<Record<Path, readonly string[]>> => ({
  '/': ['/', '/?campaign=nothing'],
  '/datasearch': ['/datasearch'],
  '/results/$': [
    '/results/s::temperature?rows=10',
    '/results/s::nothinglikethis',
    '/results/site_code::sgp?rows=10&view=measurement&timeline=false',
    `/results/s::sgpmet/quicklooks/${PLOTS}`,
    '/results/s::modis?rows=10&data=all',
  ],
  '/guidedsearch': ['/guidedsearch', '/guidedsearch?by=measurement&step=1'],
  '/locationsearch': ['/locationsearch', '/locationsearch?view=list', '/locationsearch?site=sgp'],
  '/days': [
    '/days',
    '/days?if=sgpmetE13.b1,temp_mean,mean,above,20&hours=3&from=2019-06-01&to=2019-06-30',
    '/days?good=sgpmetE13.b1,temp_mean&from=2019-06-01&to=2019-06-30&nonsense=1&if=what',
  ],
  '/look/$ds': ['/look/sgpmetE13.b1', '/look/nothing.b1'],
  '/look/$ds/$vn': [
    '/look/sgpmetE13.b1/temp_mean?from=2019-01-01&to=2019-01-08',
    '/look/sgpmetE13.b1/temp_mean?from=2019-01-01&to=2019-01-02&law=strict&as=table',
    '/look/sgpmetE13.b1/temp_mean?with=sgpmetE13.b1,rh_mean&state=0123456789&array=0123456789',
  ],
  '/quicklooks': ['/quicklooks'],
  '/quicklooks/$ds': ['/quicklooks/sgpmetE13.b1?date=20190103'],
  '/quicklooks/$ds/$vn': [`/quicklooks/${PLOTS}`, '/quicklooks/nothing.b1/temp?date=20190103'],
  '/day/$site/$facility': ['/day/sgp/E13?date=20190103', '/day/no/where?date=20190103'],
  '/across/$product/$vn': [
    '/across/met.b1/temp_mean?date=20190103',
    '/across/met/temp_mean?date=20190103', // no level, so nothing is found
  ],
  '/saved': ['/saved'],
  '/saved/quicklooks/$': [`/saved/quicklooks/${PLOTS}`],
  '/report/$id': ['/report/D080820.8', '/report/D999999.9'],
  '/orderreport/$orderId': [`/orderreport/${known.order}`, '/orderreport/999999'],
  '/orders/drafts/$draftId': ['/orders/drafts/AAAAAAAAAAAAAAAAAAAAAA'],
  '/qualityreports': [
    '/qualityreports',
    '/qualityreports?class=incorrect&site=sgp&from=2000-01-01&page=2',
    '/qualityreports?words=nothinglikethis&class=wrong',
  ],
  '/reports': ['/reports'],
  '/reports/$id': [`/reports/${known.draft}`],
  '/operate/$': ['/operate/overview', '/operate/nothing'],
  '/account': ['/account'],
  '/account/$selected': [
    '/account/order',
    '/account/security',
    '/account/tokens',
    '/account/assistants',
    '/account/data',
    '/account/nothing',
  ],
  '/register': ['/register'],
  '/forgotten': ['/forgotten'],
  '/connect': ['/connect'],
  '/confirm/$key': ['/confirm/a-key-that-was-never-mailed'],
  '/verify': ['/verify'],
  '/difference/$': [
    `/difference/${known.order}`,
    '/difference/999999',
    '/difference/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.cdf',
    '/difference/nothing.b1/nothing',
  ],
  '/support': ['/support'],
  '/support/$key': ['/support/a-key-that-was-never-mailed'],
});

/** An address that no route fits. */
export const NOWHERE = '/no-such-place';
