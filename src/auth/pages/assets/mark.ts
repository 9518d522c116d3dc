/** What stands before a brand's name that has no logo: two strokes, one signing beside the other. */
export const mark = (ground: string, stroke: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="${ground}"/>` +
  `<g fill="none" stroke="${stroke}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">` +
  `<path d="M8.5 19l4.7 4.7L20.5 13"/><path d="M17.5 22.2l1.5 1.5L27.5 13" opacity=".62"/></g></svg>`;
