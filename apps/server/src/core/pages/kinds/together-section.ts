// How much some datastreams were ordered in the last twelve months, and what was ordered together
// with them.
import { plural } from '@isobar/contract/count.ts';
import { html } from '../../../platform/text/html.ts';
import { link, list, section } from '../parts.ts';
import type { PageSources, Section } from '../thing.ts';

/** Empty where so few users ordered them that one could be recognised. */
export async function togetherSection(
  { orderedWith }: PageSources,
  datastreams: readonly string[],
): Promise<readonly Section[]> {
  const use = await orderedWith(datastreams);
  if (!use) return [];
  return [
    section(
      'use',
      'Often ordered together',
      html`<p>${plural(use.orders, 'order')} of ${plural(use.people, 'person', 'people')} in the last twelve months.</p>${
        use.together.length > 0 &&
        list(
          use.together.map(
            ({ datastream, share }) =>
              html`${link('datastream', datastream)} <span class="quiet">by ${Math.round(100 * share)} % of them</span>`,
          ),
        )
      }`,
    ),
  ];
}
