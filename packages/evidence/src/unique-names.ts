const TOKENS = /("(?:[^"\\]+|\\.)*")[ \t\n\r]*(:?)|[{}]/g;

/** `JSON.parse` takes the last of two members with one name, and other readers the first. The text is known to be JSON. */
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
