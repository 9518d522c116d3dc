import { first } from './dom.js';

const reference = first(HTMLElement, '#reference');
let shown: Promise<unknown> | undefined;

/** Loads Swagger UI, which is large, when the reader opens an operation or the form for tokens. */
async function show(root: HTMLElement, authorizes: boolean): Promise<void> {
  root.setAttribute('aria-busy', 'true');
  const status = first(HTMLElement, '.status', root);
  if (status) status.textContent = 'Loading …';
  try {
    const [{ showReference }] = await Promise.all([import('./reference/swagger.js'), loadStyle(root)]);
    await showReference(root, authorizes);
  } catch {
    shown = undefined;
    if (status) status.textContent = 'The reference could not be loaded. Check your connection, then try again.';
  } finally {
    root.removeAttribute('aria-busy');
  }
}

function loadStyle({ dataset }: HTMLElement): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = dataset['sheet'] ?? '';
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  document.head.append(link);
  return loaded;
}

if (reference) {
  const open = (authorizes = false) => (shown ??= show(reference, authorizes));
  const openLinked = () => {
    if (location.hash.startsWith('#/')) void open();
  };
  addEventListener('hashchange', openLinked);
  reference.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('.authorize-first')) void open(true);
  });
  openLinked();
}
