import { withoutCode } from './headings.mjs';

/** HTML that pages may contain, because Markdown has no form for it. */
const ALLOWED = new Set(['br', 'img', 'sub', 'sup']);

/** Text in angle brackets is HTML, so a reader would not see a placeholder such as `<name>`. Write it as `\<name>`. */
export const tagFaults = ({ pages }) =>
  [...pages].flatMap(([path, text]) =>
    [...withoutInlineCode(withoutCode(text)).matchAll(/(?<!\\)<\/?([a-z][\w-]*)[^<>]*>/gi)]
      .filter(([tag, name]) => !ALLOWED.has(name.toLowerCase()) && !/^<https?:/i.test(tag))
      .map(([tag]) => `${path}: ${tag} is HTML. Write \\${tag} if readers shall see it`),
  );

const withoutInlineCode = (text) => text.replace(/(`+)[^`]+\1/g, '');
