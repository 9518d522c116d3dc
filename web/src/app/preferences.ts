/** Choices that the browser refuses to store. They are lost when the page is closed. */
const meanwhile = new Map<string, string>();
const nameOf = (key: string) => `countersign-app-${key}`;

export const preferences = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(nameOf(key)) ?? undefined;
    } catch {
      return meanwhile.get(key);
    }
  },

  write(key: string, value: string | undefined): void {
    try {
      if (value === undefined) localStorage.removeItem(nameOf(key));
      else localStorage.setItem(nameOf(key), value);
    } catch {
      if (value === undefined) meanwhile.delete(key);
      else meanwhile.set(key, value);
    }
  },
};
