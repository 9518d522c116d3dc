/** What a reader has chosen, kept in this browser. Where storage is refused, it holds for the page. */
export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(`guide-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`guide-${name}`, value);
  } catch {
    // It holds for this page.
  }
}
