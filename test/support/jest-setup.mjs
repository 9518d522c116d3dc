import 'reflect-metadata';

// In ES module mode Jest does not make `jest` a global.
globalThis.jest = import.meta.jest;

// In every file that loads it: it complains of Node 20, which we support and test on, and of forms that are read ahead of it.
const { warn } = console;
console.warn = (...words) => {
  if (!/oidc-provider WARNING: (?:Unsupported runtime|already parsed request body)/.test(String(words[0])))
    warn(...words);
};
