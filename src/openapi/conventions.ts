import type { Config } from '../config.js';
import { PROBLEM_PAGES } from '../shared/http/index.js';

/** Markdown text about the conventions of every route, shown at the top of each API document. */
export const conventions = ({ managementUrl }: Config): string => `
## Conventions

**Errors** have the media type \`application/problem+json\` (RFC 9457). In programs, use \`code\`. Each element of \`errors[]\`
names a wrong field as a JSON pointer (\`/users/3/emailId\`), or a wrong query parameter as \`?name\`. The
[catalogue](${managementUrl}${PROBLEM_PAGES}) explains every error. The \`type\` of an error is the address of its page there.

| status | meaning |
|---|---|
| 400 | The request cannot be parsed. |
| 401, 403 | The token is missing or not valid, or the caller is not allowed to do this, for example because a scope is missing. |
| 404 | The object does not exist, or it is not visible to you. |
| 405, 413, 415 | The method is not supported, the body is larger than 1 MiB, or the body is not JSON in UTF-8. |
| 409 | The current state does not allow the change, or the object exists already. |
| 422 | A field is missing, wrong or unknown. |
| 429, 503 | There are too many requests, or the service is not available. Wait for the number of seconds in the header \`Retry-After\`. |
| 500 | An internal error happened. Send the \`traceId\` to the operator of the service. |

**Ids.** Ids that the service creates are UUIDs. Do not derive anything from them. Ids that you choose consist of 1 to 255
characters of \`A-Z a-z 0-9 . _ @ + | -\`. They are case-sensitive.

**Text** is stored exactly as you send it. It is not trimmed or normalised. Length limits count Unicode code points.

**Times** are in ISO 8601, in UTC, with milliseconds. Fields whose names end with \`Ts\` or \`_epoch\` contain milliseconds
since 1970.

**Lists** have the form \`{ "<plural>": [], "next": … }\`. To get the next page, send \`next\` as \`cursor\` with the same filters,
within 24 hours. On the last page \`next\` is \`null\`.

**Idempotency.** A POST request can have an \`Idempotency-Key\` of 1 to 255 visible ASCII characters. Its response is stored
for 24 hours. If you repeat the same request with the same key, you get the stored response, with the header
\`Idempotency-Replayed: true\`. Secrets are shown only once: a repeated response contains \`secretWithheld: true\` instead. If you
send a different request with the same key, the response is 422. If you repeat a request while the first one is still running,
the response is 409.

**Your staff.** A client can state the member of its staff for whom it acts. In the header \`Acting-For\`, send your own id for
this person: 1 to 255 visible ASCII characters. The id is stored in every audit event of the request and is never deleted, so do
not send a name.

**Test and live data.** A client in test mode sees and changes test data only. All other clients see and change live data only.
The header \`Countersign-Mode\` of every response contains \`test\` or \`live\`. If something is missing from a list, check this header.

**Rate limits.** The headers \`RateLimit-Policy\` and \`RateLimit\` of every response show the limit and how much of it is left.
A response with status 429 has the header \`Retry-After\`.

**Tracing.** Every response has an \`X-Request-Id\`. If you send your own, with 1 to 128 letters, digits, \`_\` and \`-\`, the
service uses it. If you send a trace in \`traceparent\`, the service continues it. The \`traceId\` of an error is the id of its trace.

**Versions.** v1 changes only by additions: optional fields, endpoints, error codes and values. Ignore fields and values that
you do not know.
`;
