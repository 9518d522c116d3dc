/** Reads a choice that is stored in this browser. If storage is refused, the choice lasts until the page is closed. */
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
    // The browser refuses storage, so the choice lasts only until the page is closed.
  }
}
