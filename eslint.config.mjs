import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import { commentOpenings } from './scripts/lib/lint/comment-openings.mjs';

const nodeGlobals = [
  ...[
    'process',
    'console',
    'Buffer',
    'globalThis',
    'performance',
    'URL',
    'URLSearchParams',
    'fetch',
    'Headers',
    'crypto',
  ],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'AbortController', 'AbortSignal'],
  ...['TextEncoder', 'TextDecoder', 'structuredClone', 'btoa'],
];
const browserGlobals = ['document', 'fetch', 'history', 'location', 'window'];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

export default tseslint.config(
  { ignores: ['**/dist', '**/node_modules', '.data', 'coverage'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest and TypeORM classes are often decorators around nothing: modules, events, marker entities.
      '@typescript-eslint/no-extraneous-class': 'off',
      // A DTO is a shape that carries its documentation; Nest's own options are classes, too.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  {
    // `consistent-type-imports` would erase the classes that dependency injection reads at run time.
    files: ['src/**/*.{controller,service,handler,module,guard,adapter,dto}.ts', 'src/shared/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    // Where to stop and think; most are far below. Tables and statements may be as long as what they tell.
    files: ['src/**/*.ts', 'web/**/*.{ts,tsx}', 'clients/**/*.ts', 'packages/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/**/migrations/**', 'src/config/setting-table.ts'],
    rules: { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 60], 'max-depth': ['error', 3] },
  },
  {
    // Markup is long and says one thing at a time.
    files: ['web/src/console/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', 120] },
  },
  {
    // The demo follows.
    files: ['src/**/*.ts', 'packages/**/*.ts'],
    ignores: ['src/demo/**', 'src/**/migrations/**'],
    plugins: { countersign: { rules: { 'comment-openings': commentOpenings } } },
    rules: { 'countersign/comment-openings': 'error' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: readonly(nodeGlobals) },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  { files: ['examples/**/*.js'], languageOptions: { globals: readonly(browserGlobals) } },
);
