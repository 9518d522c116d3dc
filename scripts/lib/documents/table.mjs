const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

export const inTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
