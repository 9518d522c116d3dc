/** HTML text that is safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[];

/**
 * Template tag: `html`<p>${name}</p>``. Escapes every inserted value except `Html`. The result is safe as element
 * content and in quoted attributes.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, index) => `${part}${textOf(values[index] ?? '')}`).join(''));

const textOf = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
};
