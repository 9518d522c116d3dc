const TOKENS = /("(?:[^"\\]+|\\.)*")[ \t\n\r]*(:?)|[{}]/g;

/**
 * Whether no object contains a name twice: `JSON.parse` takes the last value, and other parsers the first. The text
 * must be valid JSON.
 */
export function namesAreUnique(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, written, colon] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    if (written === undefined || colon !== ':') continue;
    const [names, name] = [open.at(-1), JSON.parse(written) as string];
    if (names?.has(name)) return false;
    names?.add(name);
  }
  return true;
}
