import { all } from '../dom.js';

/** Marks the section that is being read in the list beside the text. */
export function followHeadings(): void {
  const links = all(HTMLAnchorElement, '.contents a');
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  if (links.length === 0) return;
  const mark = (): void => {
    const line = innerHeight / 4;
    const read = headings.findLastIndex((heading) => heading !== null && heading.getBoundingClientRect().top < line);
    links.forEach((link, at) => {
      if (at === read) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}
