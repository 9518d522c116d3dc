import SwaggerUI, {
  type ExampleProps,
  type LayoutProps,
  type Plugin,
  type ReactLibrary,
  type System,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';

function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/** The library's own layout without its `main` element, because the page has one already. */
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

/** Replaces the link that the library puts into each operation's button, which cannot be reached by keyboard. */
const PlainPath =
  ({ createElement: h }: ReactLibrary) =>
  ({ text }: { readonly text: unknown }) =>
    h('span', { className: 'nostyle' }, text);

/**
 * Folds the schema of each error, because up to nine open schemas would fill several screens. The description of the
 * error names the schema anyway.
 */
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

/** Makes "All" select only the scopes that the client holds, because the server refuses others. */
function askForHeldScopes<R extends SentRequest>(request: R): R {
  if (!request.url.endsWith('/oauth/token') || typeof request.body !== 'string') return request;
  const form = new URLSearchParams(request.body);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.modal-ux .scopes input[type=checkbox]')];
  if (form.get('grant_type') !== 'client_credentials' || !boxes.every(({ checked }) => checked)) return request;
  form.set('scope', 'all');
  return { ...request, body: form.toString() };
}

type ApiDocument = Readonly<Record<string, unknown>>;

/** Loads the API document in parts, one for each tag when it is opened. */
class Parts {
  readonly #asked = new Set<string>();
  #whole: ApiDocument = {};

  constructor(private readonly address: string) {}

  get whole(): ApiDocument {
    return this.#whole;
  }

  /** Loads a part. Returns whether it is new. Without a tag, loads the description of the whole API. */
  async add(tag = ''): Promise<boolean> {
    if (this.#asked.has(tag)) return false;
    this.#asked.add(tag);
    try {
      const answer = await fetch(`${this.address}?tag=${encodeURIComponent(tag)}`);
      if (!answer.ok) throw new Error(`The part was answered with ${answer.status}`);
      this.#whole = merged(this.#whole, (await answer.json()) as ApiDocument);
      return true;
    } catch (error) {
      this.#asked.delete(tag);
      throw error;
    }
  }
}

/** Merges two parts. Lists, such as the tags, are the same in all parts. */
function merged(one: ApiDocument, other: ApiDocument): ApiDocument {
  const both = Object.entries(other).map(([key, value]) => {
    const known = one[key];
    return [key, isRecord(known) && isRecord(value) ? merged(known, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
}

const isRecord = (value: unknown): value is ApiDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsPlugin =
  (parts: Parts): Plugin =>
  () => ({
    statePlugins: {
      // Parses the document as JSON. The library would parse it as YAML, which takes seconds.
      spec: {
        wrapActions: {
          parseToJson:
            (_parse, { specActions }) =>
            (text: unknown) =>
              specActions.updateJsonSpec(JSON.parse(String(text))),
        },
      },
      layout: {
        wrapActions: {
          show:
            (show, { specActions }) =>
            (thing: unknown, isShown: unknown) => {
              const [, tag] = Array.isArray(thing) ? (thing as string[]) : [];
              const added = typeof tag === 'string' && isShown === true ? parts.add(tag) : Promise.resolve(false);
              void added.then((isNew) => isNew && specActions.updateJsonSpec(parts.whole)).catch(() => undefined);
              return show(thing, isShown);
            },
        },
      },
    },
  });

/** Replaces the static list of operations by Swagger UI, with the operation open that the address names. */
export async function showReference(root: HTMLElement, authorizes: boolean): Promise<void> {
  followScheme();
  const parts = new Parts(root.dataset['url'] ?? '');
  const [tag, operation] = location.hash.slice(2).split('/').map(decodeURIComponent);
  // The library logs errors for operation ids with underscores in the address, so the fragment is removed first.
  history.replaceState(null, '', location.pathname);
  await parts.add(tag);
  const ui = await new Promise<System>((resolve) => {
    const made = SwaggerUI({
      spec: parts.whole,
      domNode: root,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      docExpansion: 'none',
      validatorUrl: null,
      layout: 'ReferenceLayout',
      presets: [SwaggerUI.presets.apis],
      plugins: [ours, partsPlugin(parts)],
      requestInterceptor: askForHeldScopes,
      onComplete: () => setTimeout(() => resolve(made)),
    });
  });
  new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
  repair();
  if (authorizes) ui.authActions.showDefinitions(ui.authSelectors.definitionsToAuthorize());
  if (tag !== undefined && tag !== '') ui.layoutActions.show(['operations-tag', tag], true);
  if (operation === undefined) return;
  ui.layoutActions.show(['operations', tag, operation], true);
  await new Promise(requestAnimationFrame);
  document.querySelector('.opblock.is-open')?.scrollIntoView();
}

/** Accessible names for elements to which the library gives none. */
const NAMES: Readonly<Record<string, string>> = {
  'select#servers': 'Server',
  'select.examples-select-element': 'Example',
  'textarea.body-param__text': 'Request body',
  'button.close-modal': 'Close',
};

/** Sets accessible names, keyboard access, and the level of a heading. */
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
