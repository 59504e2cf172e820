// Calls of the order and file services (specification part 2 section 7).
import * as z from 'zod/mini';
import { orderRequest } from '../orders/request.ts';
import { dataQuality } from '../quality/data-quality.ts';

/** POST {order}/orders/create. */
export const orderCreated = z.object({
  orderId: z.int(),
  /** What the success modal shows under the number. */
  message: z.string(),
  /** With a web hook: the key that its messages are signed with. Never shown again. */
  webHookSecret: z.optional(z.string()),
});
export type OrderCreated = z.infer<typeof orderCreated>;

/** How long what was delivered is kept: the same in the status and in the list of orders. */
const expiry = {
  /**
   * Until when the files of a complete order are kept, or were; null: nothing was delivered yet.
   */
  expires: z._default(z.nullable(z.string()), null),
  /** The order is complete, and its files are no longer kept. */
  expired: z._default(z.boolean(), false),
};

const fileProgress = z.object({
  filesDone: z.number(),
  filesTotal: z.number(),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  /** The input that is being worked on. */
  currentFile: z.nullable(z.string()),
});

/**
 * GET {order}/status/{orderId}, and each event of GET {order}/status/{orderId}/events (a stream of
 * server-sent events of the default type: one status as JSON per `data`, the present one at once,
 * closed after the last). The first three members are the specification's; the others are what a
 * person wants to know.
 */
export const orderStatusReply = z.object({
  orderId: z.int(),
  curStep: z.nullable(z.string()),
  suspendReas: z.nullable(z.string()),
  approveTime: z.nullable(z.string()),
  /** Why the order failed, if nothing can be delivered. */
  failure: z.nullable(z.string()),
  orderDate: z.string(),
  progress: z.nullable(fileProgress),
  /** Orders ahead of this one in the queue; null when it is being worked on or done. */
  queuePlace: z.nullable(z.number()),
  /**
   * What an order under way is waiting for (room on the disk, the archive), in words for its owner;
   * null: nothing.
   */
  waiting: z._default(z.nullable(z.string()), null),
  /** Estimate learnt from past orders; null if there is none. */
  secondsLeft: z.nullable(z.number()),
  /** What its owner may do now: POST {order}/orders/{cancel|retry}?orderId=. */
  actions: z._default(z.array(z.enum(['cancel', 'retry'])), []),
  /** Inputs or dates that could not be delivered, and why. */
  missing: z.array(z.object({ file: z.string(), reason: z.string() })),
  /**
   * What quality reports say about what was delivered, as they were then; null: nothing was
   * delivered, or it is not known.
   */
  quality: z._default(z.nullable(z.array(dataQuality)), null),
  delivery: z.nullable(
    z.object({
      /** Address of the browsable folder, with a slash at the end. */
      url: z.string(),
      zipUrl: z.string(),
      fileCount: z.number(),
      bytes: z.number(),
      expires: z.string(),
    }),
  ),
  ...expiry,
});
export type OrderStatusReply = z.infer<typeof orderStatusReply>;

/** Download scripts that resume and verify, below the delivery's address. */
export const HELPER_SCRIPTS = { shell: 'helper.sh', python: 'helper.py' } as const;

/** One file of a delivery, as in its index.json (GET {delivery.url}index.json). */
export const deliveredFile = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  url: z.string(),
});
export const deliveryIndex = z.object({
  orderId: z.int(),
  expires: z.string(),
  files: z.array(deliveredFile),
});
export type DeliveryIndex = z.infer<typeof deliveryIndex>;

/** GET {order}/orders/history. Sizes in bytes, dates UTC. */
export const orderHistoryEntry = z.object({
  orderId: z.int(),
  orderDate: z.string(),
  curStep: z.nullable(z.string()),
  suspendReas: z.nullable(z.string()),
  approveTime: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** The number of files of the sources. */
  totalFileCount: z.number(),
  totalFileSize: z.number(),
  /** What was delivered, even if it has expired since; null: nothing yet. */
  delivered: z._default(z.nullable(z.object({ files: z.number(), bytes: z.number() })), null),
  ...expiry,
  /**
   * Changes since its delivery that matter: replaced and withdrawn files, and reports on values
   * that it does not mask.
   */
  changes: z._default(z.number(), 0),
  /**
   * What quality reports say about what was delivered, as they were then; null: nothing was
   * delivered, or it is not known.
   */
  quality: z._default(z.nullable(z.array(dataQuality)), null),
  datastreams: z.array(
    z.object({
      category: z.string(),
      facility: z.string(),
      site: z.string(),
      name: z.string(),
      title: z.string(),
      sourceInstrument: z.string(),
      dataLevels: z.array(
        z.object({
          datastream: z.string(),
          dataLevel: z.string(),
          startDate: z.string(),
          endDate: z.string(),
        }),
      ),
    }),
  ),
});
export const orderHistory = z.object({ orderHistoryResponses: z.array(orderHistoryEntry) });
export type OrderHistoryEntry = z.infer<typeof orderHistoryEntry>;

/**
 * GET {order}/orders/shared?orderId=&key=: one's own order (without a key), or one that another
 * person shared by its link. `shareKey` goes into that link and into {order}/orders/reorder.
 */
export const sharedOrder = z.object({
  order: orderHistoryEntry,
  selectedData: orderRequest.shape.selectedData,
  shareKey: z.string(),
});
export type SharedOrder = z.infer<typeof sharedOrder>;

/** POST {order}/orders/cancel and retry, query orderId. */
export const orderActed = z.object({ orderId: z.int() });

/** POST {order}/orders/cite?orderId=: gives an order a lasting page, so that it can be cited. */
export const orderCited = z.object({
  orderId: z.int(),
  url: z.string(),
  /** Null until a registry has given one, or if there is no registry. */
  doi: z.nullable(z.string()),
});
export type OrderCited = z.infer<typeof orderCited>;

/**
 * POST and GET {order}/orders/remake?orderId=: a citable order, made again from its recipe and
 * compared.
 */
export const orderRemade = z.object({
  orderId: z.number(),
  state: z.enum(['waiting', 'done', 'failed']),
  /** True: the same bytes. */
  same: z.boolean(),
  /** One sentence each. */
  differences: z.array(z.string()),
});
export type OrderRemade = z.infer<typeof orderRemade>;

/**
 * GET {order}/orders/validate/dropbox/{personId}: is the account linked? `linkUrl`: where to link
 * it; absent: drop boxes are not set up here.
 */
export const dropBoxLinked = z.object({ data: z.boolean(), linkUrl: z.optional(z.string()) });

/**
 * GET {files}/jupyter?personId=: the folders of the notebook hub that orders can be staged to; none
 * for users without access.
 */
export const stagingProjects = z.object({
  projects: z.array(z.object({ name: z.string(), path: z.string() })),
});

/** The data quality reports of an order, at the report service; `key`: that of its share link. */
export const qualityReportsOfOrder = (
  dqrBase: string,
  { orderId, key }: { readonly orderId: number; readonly key?: string | undefined },
): string =>
  `${dqrBase.replace(/\/$/, '')}/?orderID=${orderId}${key ? `&key=${encodeURIComponent(key)}` : ''}`;

/** GET {order}/maxOrderSize: the hold limit in bytes. */
export const maxOrderSize = z.object({ value: z.number() });

/** POST {files}/variables/ with a JSON list of datastream names. */
export const variablesReply = z.array(
  z.object({
    datastream: z.string(),
    variables: z.array(
      z.object({
        variable: z.string(),
        description: z.string(),
        units: z.string(),
        /** Ordered along with any other variable (time, coordinates). */
        default: z.boolean(),
      }),
    ),
  }),
);
export type VariablesReply = z.infer<typeof variablesReply>;

/** POST {files}/metrics: what a selection amounts to, per datastream. */
export const metricsRequest = z.object({
  datastream: z.string(),
  dates: z.array(z.object({ startDate: z.string(), endDate: z.string() })),
  files: z._default(z.array(z.string()), []),
  scanNames: z._default(z.array(z.string()), []),
});
export const metricsReply = z.object({
  fileCount: z.number(),
  /** Megabytes (bytes divided by 1e6). */
  fileSize: z.number(),
  /**
   * Whether an order of it waits until the owner of the data has agreed; null: that is not known.
   */
  limited: z._default(z.nullable(z.boolean()), null),
});
export type MetricsReply = z.infer<typeof metricsReply>;
