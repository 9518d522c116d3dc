import { searchKeys } from './search-keys.js';

it.each([
  ['macOS', '⌘K'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', '⌘K'],
  ['Windows', 'Ctrl K'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Ctrl K'],
])('On %s the search opens by %s', (platform, keys) => {
  expect(searchKeys(platform)).toBe(keys);
});
