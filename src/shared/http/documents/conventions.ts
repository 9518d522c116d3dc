import type { Config } from '../../../config.js';
import { PROBLEM_PAGES } from '../problems/problem.js';

/** The conventions of every route, shown at the top of each API document. Markdown. */
export const conventions = ({ managementUrl }: Config): string => `
## Conventions

**Errors** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`; \`errors[]\` names each bad field by a JSON
pointer (\`/users/3/emailId\`), or \`?name\` for a query parameter. All kinds stand in the
[catalogue](${managementUrl}${PROBLEM_PAGES}), where each \`type\` leads.

| status | |
|---|---|
| 400 | the request cannot be parsed |
| 401, 403 | no valid token; a scope is missing |
| 404 | no such thing, or not yours |
| 405, 413, 415 | another method, a body above 1 MiB, another type than JSON in UTF-8 |
| 409 | the state does not allow it, or it is there already |
| 422 | a field is missing, wrong or unknown |
| 429, 503 | too many requests, or not available: wait for \`Retry-After\` seconds |
| 500 | our fault; tell the operator the \`traceId\` |

**Ids.** Ids that we make are UUIDs; do not read anything into them. Ids that you choose are 1 to 255 characters of
\`A-Z a-z 0-9 . _ @ + | -\` and are compared letter by letter.

**Text** is kept exactly as it is sent, neither trimmed nor normalised. Its length counts Unicode code points.

**Times** are ISO 8601 in UTC with milliseconds; members called \`…Ts\` and \`…_epoch\` are milliseconds since 1970.

**Lists** are \`{ "<plural>": [], "next": … }\`. Give \`next\` as \`cursor\` to read on, with the same filters, within 24 hours;
\`null\` ends the list.

**Idempotency.** A POST may carry an \`Idempotency-Key\` of 1 to 255 visible ASCII characters, kept for 24 hours. The same
request again gets the first answer again, with \`Idempotency-Replayed: true\`; a secret is shown once only, so a repeated
answer has \`secretWithheld: true\` instead. Another request with the same key is 422; one while the first still runs is 409.

**People of yours.** A client may say for which member of its staff it asks: \`Acting-For\` with your own id of them, 1 to
255 visible ASCII characters. It stands in every audit event of the request, for good; do not send a name.

**Test and live.** A client of test mode sees and changes test data only, any other live data only. \`Countersign-Mode\` of every
answer says which: \`test\` or \`live\`. What is missing from a list may be on the other side.

**Rate limits** are told by \`RateLimit-Policy\` and \`RateLimit\` on every answer; 429 has \`Retry-After\`.

**Tracing.** Every answer has an \`X-Request-Id\`: yours, if you send one of 1 to 128 letters, digits, \`_\` and \`-\`. A
\`traceparent\` is taken on, and a problem's \`traceId\` is its trace id.

**Versions.** v1 only grows: optional fields, endpoints, codes, values. Ignore what you do not know.
`;
