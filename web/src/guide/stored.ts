/** A reader's choice, kept in this browser. If storage is refused, it lasts as long as the page. */
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
    // It lasts as long as this page.
  }
}
