/** A page begins with its title, has one, and passes over no level of headings. */
export function headingFaults({ pages }) {
  return [...pages].flatMap(([path, text]) => {
    const levels = [...withoutCode(text).matchAll(/^(#+) /gm)].map(([, signs]) => signs.length);
    const skipped = levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
    return [
      ...(levels.filter((level) => level === 1).length === 1
        ? []
        : [`${path}: it has not one title, but some or none`]),
      ...(skipped ? [`${path}: a heading passes over a level`] : []),
    ];
  });
}

/** The text without blocks of code, in which signs mean something else. */
export const withoutCode = (text) => text.replace(/^( *)(```+)[^]*?^\1\2$/gm, '');
