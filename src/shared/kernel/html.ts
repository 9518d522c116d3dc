/** HTML text that is safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[];

/**
 * `html`<p>${name}</p>`` : escapes every inserted value, for element content and quoted attributes, unless it is Html.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, index) => `${part}${textOf(values[index] ?? '')}`).join(''));

const textOf = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
};
