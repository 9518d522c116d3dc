import 'reflect-metadata';

// In ES module mode Jest does not make `jest` a global.
globalThis.jest = import.meta.jest;

// It complains of Node 20, which we support and test on, in every file that loads it.
const { warn } = console;
console.warn = (...words) => {
  if (!/oidc-provider WARNING: Unsupported runtime/.test(String(words[0]))) warn(...words);
};
