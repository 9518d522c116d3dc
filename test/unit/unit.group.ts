export {};

/** JavaScript, since Jest's configuration reads it too. */
const list: string = './specs.mjs';
const { together } = (await import(list)) as { readonly together: readonly string[] };

// The tests beside the source files become those of one file: what they have in common is loaded once.
for (const path of together) await import(path);
