/** Calls the listeners of each event. A listener that throws does not stop the others. */
export class Listeners<Events> {
  readonly #byName = new Map<keyof Events, Set<(event: never) => void>>();

  constructor(private readonly failed: (error: unknown) => void) {}

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const all = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, all);
    const own = (event: Events[Name]): void => listener(event);
    all.add(own);
    return () => void all.delete(own);
  }

  tell<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of [...(this.#byName.get(name) ?? [])]) {
      try {
        (listener as (event: Events[Name]) => void)(event);
      } catch (error) {
        this.failed(error);
      }
    }
  }
}
