import type { operationsOf } from '../../openapi/document-parts.js';
import type { Surface } from '../../shared/http/index.js';
import { html, type Html } from '../../shared/kernel/index.js';
import { DOCUMENT_ASSETS, WebAssets } from '../../shared/pages/index.js';

type Tag = ReturnType<typeof operationsOf>[number];

/** Lists all operations of one API. When the reader selects one, a script replaces the list with Swagger UI. */
export const referenceMain = (shown: Surface, surfaces: readonly Surface[], tags: readonly Tag[]): Html =>
  html`<nav class="surfaces" aria-label="APIs">${surfaces.map((one) => linkTo(one, shown))}</nav>
    <div
      id="reference"
      data-url="/docs/api/${shown.name}/openapi.json"
      data-sheet="${new WebAssets(DOCUMENT_ASSETS).address('swagger.css')}"
    >
      <h1>${shown.title}</h1>
      <p class="lead">${shown.about.replaceAll('`', '')}</p>
      <div class="reference-tools">
        <button type="button" class="authorize-first">Authorize</button>
        <a href="/docs/api/${shown.name}/openapi.json">openapi.json</a>
        <a href="/docs/guide/integrators#conventions-for-all-calls">Conventions for all calls</a>
        <span class="status" role="status"></span>
      </div>
      <div class="operations">${tags.map((tag) => listOf(tag))}</div>
    </div>`;

const linkTo = ({ name, title }: Surface, shown: Surface): Html =>
  name === shown.name
    ? html`<a href="/docs/api/${name}" aria-current="page">${title}</a>`
    : html`<a href="/docs/api/${name}">${title}</a>`;

const listOf = ({ name, about, operations }: Tag): Html =>
  html`<details ${operations.length > 0 ? html`open` : ''}>
    <summary><b>${name}</b><span>${about}</span></summary>
    <ul>
      ${operations.map((one) => itemOf(name, one))}
    </ul>
  </details>`;

/** Links to an operation with the URL fragment that Swagger UI uses for it. */
const itemOf = (tag: string, { method, path, id, summary }: Tag['operations'][number]): Html =>
  html`<li>
    <a href="#/${encodeURIComponent(tag)}/${id}">
      <span class="verb ${method}">${method}</span><code>${path}</code><small>${summary}</small>
    </a>
  </li>`;
