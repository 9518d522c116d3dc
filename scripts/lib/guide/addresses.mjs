import { posix } from 'node:path';

export const GUIDE = '/docs/guide';

/** The URL path of a page, from its file path below `docs`. A README is the page of its folder. */
export function addressOf(path) {
  const name = path.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '');
  return name === '' ? GUIDE : `${GUIDE}/${name}`;
}

/**
 * The URL of a link on a page: a page of the guide, a file beside the pages, or a file of the repository. It is
 * undefined for a file of the repository if package.json names no repository.
 */
export function targetOf(href, { path, pages, repository }) {
  if (/^[a-z]+:|^#|^\//i.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = posix.join(posix.dirname(path), file).replace(/\/$/, '');
  const page = [target, posix.join(target, 'README.md')].find((one) => pages.has(one));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (page !== undefined) return addressOf(page) + hash;
  if (!target.startsWith('..')) return `${GUIDE}/${target}${hash}`;
  return repository && `${repository}/blob/main/${posix.join('docs', target)}${hash}`;
}
