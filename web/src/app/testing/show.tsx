import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { type App, AppContext } from '../context.js';

/** Shows a part of the app on an empty page, which is returned. Pass only the members of the app that the part uses. */
export async function show(app: object, part: ComponentChildren): Promise<HTMLElement> {
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  await act(() => render(<AppContext.Provider value={app as App}>{part}</AppContext.Provider>, page));
  return page;
}
