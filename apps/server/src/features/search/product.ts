// The media type that official search clients ask for, and look for in every reply.
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Clients of version 8 and later name themselves by such a type and expect it back. */
const VENDOR =
  /application\/vnd\.(?:elasticsearch|opensearch)\+(?:x-nd)?json(?:\s*;\s*compatible-with=(\d{1,2}))?/i;

/** The media type of a reply to a client that accepts these: its own, or plain JSON. */
export function replyType(accept: string | undefined): string {
  const [, version] = VENDOR.exec(accept ?? '') ?? [];
  return version === undefined
    ? JSON_TYPE
    : `application/vnd.elasticsearch+json;compatible-with=${version}`;
}
