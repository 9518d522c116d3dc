export * from './containers.js';
export * from './field.decorator.js';
export * from './formats.js';
export * from './kind.js';
export * from './scalars.js';
