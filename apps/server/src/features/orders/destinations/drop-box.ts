// A person's drop box, once it is linked.
import { deliverToDropBox } from '../drop-box/deliver.ts';
import { isLinked, NOT_LINKED, NOT_SET_UP } from '../drop-box/links.ts';
import { type Destination, folderName } from './destination.ts';

export const dropBox: Destination = {
  async refusal({ db, personId, dropBox: setUp }) {
    if (!setUp) return NOT_SET_UP;
    return (await isLinked(db, personId)) ? null : NOT_LINKED;
  },
  deliver: (input, manifest) => deliverToDropBox(input, manifest, folderName(input.order.orderId)),
};
