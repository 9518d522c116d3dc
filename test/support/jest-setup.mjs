import 'reflect-metadata';

// In ES module mode Jest does not make `jest` a global.
globalThis.jest = import.meta.jest;
