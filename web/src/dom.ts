/** All elements that match the selector and are instances of `kind`. */
export const all = <E extends Element>(kind: new () => E, selector: string, within: ParentNode = document): E[] =>
  [...within.querySelectorAll(selector)].filter((element): element is E => element instanceof kind);

export const first = <E extends Element>(kind: new () => E, selector: string, within?: ParentNode): E | undefined =>
  all(kind, selector, within)[0];

interface Parts {
  readonly className?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className = '', attributes = {} }: Parts = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** The input with this name in a form. */
export const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : undefined;
};
