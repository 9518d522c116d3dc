import { withoutCode } from './headings.mjs';

/** Each picture says in words what it shows. */
export function imageFaults({ pages }) {
  return [...pages].flatMap(([path, text]) => {
    const silent = [...withoutCode(text).matchAll(/!\[\s*\]\(([^)]+)\)|<img(?![^>]*\salt="[^"]+")[^>]*>/g)];
    return silent.map(([image]) => `${path}: a picture without words: ${image}`);
  });
}
