/** The menu must list each page exactly once, and only existing pages. */
export function menuFaults({ menu, pages }) {
  const listed = menu.flatMap((section) => section.pages);
  const twice = listed.filter((path, index) => listed.indexOf(path) !== index);
  return [
    ...[...pages.keys()].filter((path) => !listed.includes(path)).map((path) => `${path}: in no section of menu.json`),
    ...listed.filter((path) => !pages.has(path)).map((path) => `menu.json: there is no page ${path}`),
    ...twice.map((path) => `menu.json: ${path} stands there twice`),
    ...menu.filter((section) => section.pages.length === 0).map(({ title }) => `menu.json: "${title}" is empty`),
  ];
}
