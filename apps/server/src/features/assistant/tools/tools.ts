// All tools, in the order in which they are listed.
import type { Tool } from '../tool.ts';
import { arrayAddress, cite, code, verifyFiles } from './data-tools.ts';
import { findDays, maskedShare, readDaySentence } from './day-tools.ts';
import { draftOrder, draftStatus, estimateOrder, orderStatus } from './order-tools.ts';
import { describeDatastream, readOneReport, search, understandWords } from './search-tools.ts';

export const TOOLS: readonly Tool[] = [
  search,
  understandWords,
  describeDatastream,
  readOneReport,
  readDaySentence,
  findDays,
  maskedShare,
  arrayAddress,
  code,
  estimateOrder,
  draftOrder,
  draftStatus,
  orderStatus,
  cite,
  verifyFiles,
];
