// Calls of tools for tests, by a client or as plain messages.
import { draftOutput } from '@isobar/contract/calls/assistant-tools.ts';
import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { MET } from './assistant-fixture.ts';

export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly found: Record<string, unknown>;
}

export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolReply> {
  const reply = await client.callTool({ name, arguments: args });
  const [first] = reply.content;
  return {
    isError: reply.isError === true,
    text: first?.type === 'text' ? first.text : '',
    found: z.record(z.string(), z.unknown()).parse(reply.structuredContent ?? {}),
  };
}

export const MET_ORDER = {
  selectedDatastreams: [
    { datastream: MET, dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }] },
  ],
};

export async function prepared(client: Client) {
  const { found, text } = await call(client, 'draft_order', MET_ORDER);
  const draft = draftOutput.safeParse(found);
  if (!draft.success) throw new Error(text);
  return draft.data;
}

/** A message of 2026-07-28, sent without a client. */
export const post = (
  address: string,
  params: object,
  authorization = '',
  headers: Record<string, string> = {},
) =>
  fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
      ...(authorization ? { authorization } : {}),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'plain fetch', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
        },
      },
    }),
  });
