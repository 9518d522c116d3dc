import SwaggerUI, {
  type ExampleProps,
  type LayoutProps,
  type Plugin,
  type ReactLibrary,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** The parts of the library's own layout, without its `main`: the page has one already. */
const ReferenceLayout =
  ({ createElement: h }: ReactLibrary) =>
  ({ getComponent, specSelectors }: LayoutProps) => {
    const part = (name: string) => h(getComponent(name, true), {});
    if (specSelectors.specStr() === '') return h('div', { className: 'swagger-ui' }, part('errors'));
    return h(
      'div',
      { className: 'swagger-ui' },
      h(getComponent('SvgAssets'), {}),
      part('errors'),
      part('InfoContainer'),
      h('div', { className: 'scheme-container schemes' }, part('ServersContainer'), part('AuthorizeBtnContainer')),
      part('operations'),
      specSelectors.isOAS31() && part('Webhooks'),
      part('Models'),
    );
  };

/** The library puts a link into each button that opens an operation, which nobody can reach by keyboard. */
const PlainPath =
  ({ createElement: h }: ReactLibrary) =>
  ({ text }: { readonly text: unknown }) =>
    h('span', { className: 'nostyle' }, text);

/** The description of an error names it; what a problem looks like is one press away, or nine of them fill screens. */
const FoldedProblem =
  (Example: unknown, { React: { createElement: h } }: { readonly React: ReactLibrary }) =>
  (props: ExampleProps) => {
    const [, status = ''] = /,responses,(\d+),/.exec(props.specPath.toJS().join(',')) ?? [];
    if (Number(status) < 400) return h(Example, props);
    return h('details', {}, h('summary', {}, 'Example'), h(Example, props));
  };

const ours: Plugin = ({ React }) => ({
  components: { ReferenceLayout: ReferenceLayout(React), DeepLink: PlainPath(React) },
  wrapComponents: { modelExample: FoldedProblem },
});

interface SentRequest {
  url: string;
  body?: unknown;
}

/** All scopes mean all that the client holds: few hold every one, and the server refuses a scope that is not held. */
function askForHeldScopes<R extends SentRequest>(request: R): R {
  if (!request.url.endsWith('/oauth/token') || typeof request.body !== 'string') return request;
  const form = new URLSearchParams(request.body);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.modal-ux .scopes input[type=checkbox]')];
  if (form.get('grant_type') !== 'client_credentials' || !boxes.every(({ checked }) => checked)) return request;
  form.set('scope', 'all');
  return { ...request, body: form.toString() };
}

SwaggerUI({
  url: document.getElementById('reference')?.dataset['url'] ?? '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  layout: 'ReferenceLayout',
  presets: [SwaggerUI.presets.apis],
  plugins: [ours],
  requestInterceptor: askForHeldScopes,
});

/** What the library leaves without a name. */
const NAMES: Readonly<Record<string, string>> = {
  'select#servers': 'Server',
  'select.examples-select-element': 'Example',
  'textarea.body-param__text': 'Request body',
  'button.close-modal': 'Close',
};

/** Names, the reach of the keyboard, and the level of a heading. */
function repair(): void {
  for (const [selector, name] of Object.entries(NAMES)) {
    for (const control of document.querySelectorAll(`${selector}:not([aria-label])`)) {
      control.setAttribute('aria-label', name);
    }
  }
  for (const example of document.querySelectorAll('pre.microlight:not([tabindex])')) {
    example.setAttribute('tabindex', '0');
  }
  document.querySelector('.models > h4')?.setAttribute('aria-level', '2');
}

new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
repair();
