import { withoutCode } from './headings.mjs';

/** Each picture must have an alternative text. */
export function imageFaults({ pages }) {
  return [...pages].flatMap(([path, text]) => {
    const silent = [...withoutCode(text).matchAll(/!\[\s*\]\(([^)]+)\)|<img(?![^>]*\salt="[^"]+")[^>]*>/g)];
    return silent.map(([image]) => `${path}: a picture without words: ${image}`);
  });
}
