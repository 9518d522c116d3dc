import { faceOf, PROBLEM_PAGES } from '../../shared/http/index.js';
import { type ErrorKind, html, type Html } from '../../shared/kernel/index.js';

/** Lists all kinds of errors, grouped by the part of the service that raises them, such as `users`. */
export function problemList(kinds: readonly ErrorKind[]): Html {
  const contexts = [...new Set(kinds.map(contextOf))];
  return html`<h1>Errors</h1>
    <p class="lead">
      Every error is <code>application/problem+json</code> (RFC 9457). Its <code>type</code> leads to a page here;
      programs go by its <code>code</code>.
    </p>
    ${contexts.map((context) =>
      section(
        context,
        kinds.filter((kind) => contextOf(kind) === context),
      ),
    )}`;
}

const contextOf = ({ code }: ErrorKind): string => code.split('/', 1)[0] ?? '';

const section = (context: string, kinds: readonly ErrorKind[]): Html =>
  html`<section>
    <h2>${context === 'kernel' ? 'Any route' : context}</h2>
    <ul class="cards">
      ${kinds.map(card)}
    </ul>
  </section>`;

const card = ({ code, spec }: ErrorKind): Html =>
  html`<li>
    <a href="${PROBLEM_PAGES}/${code}">
      <span class="status s${String(spec.status).charAt(0)}">${spec.status}</span>
      <span>
        <strong>${spec.title}</strong>
        <code>${code}</code>
      </span>
    </a>
  </li>`;

/** The page of one kind of error: its meaning, what to do, and an example. */
export const problemDetail = (kind: ErrorKind, managementUrl: string): Html =>
  html`<p class="trail"><a href="${PROBLEM_PAGES}">Errors</a> / <code>${kind.code}</code></p>
    <h1><span class="status s${String(kind.spec.status).charAt(0)}">${kind.spec.status}</span> ${kind.spec.title}</h1>
    <p class="lead">${withCode(kind.spec.help ?? 'The member `detail` of the answer says what happened.')}</p>
    <dl>
      ${facts(kind).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><code>${value}</code></dd>`,
      )}
    </dl>
    <h2>As it is answered</h2>
    <pre><code>${JSON.stringify(example(kind, managementUrl), null, 2)}</code></pre>`;

/** Converts back-ticks in a text to code elements, as in Markdown. */
const withCode = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));

function facts({ code, spec }: ErrorKind): [string, string | number][] {
  const mobile: [string, string | number][] = spec.mobile === undefined ? [] : [['Mobile code', spec.mobile]];
  const oauth: [string, string | number][] = spec.oauth === undefined ? [] : [['OAuth error', spec.oauth]];
  return [['Code', code], ['Status', spec.status], ...mobile, ...oauth];
}

const example = (kind: ErrorKind, managementUrl: string) => ({
  ...faceOf(kind, managementUrl),
  instance: '/v1/…',
  traceId: '0af7651916cd43dd8448eb211c80319c',
});
