/** A page must have exactly one title, at its start, and must not skip a level of headings. */
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

/** The text without code blocks, in which `#` is no heading. */
export const withoutCode = (text) => text.replace(/^( *)(```+)[^]*?^\1\2$/gm, '');
