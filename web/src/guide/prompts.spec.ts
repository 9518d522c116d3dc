import { withoutPrompts } from './prompts.js';

describe('Copied code', () => {
  it('is as it is shown', () => expect(withoutPrompts('npm ci\nnpm start')).toBe('npm ci\nnpm start'));

  it('has the commands only, where there are prompts', () =>
    expect(withoutPrompts('$ npm ci\nadded 7\n$ curl \\\n  --fail x\n{"ok":true}')).toBe(
      'npm ci\ncurl \\\n  --fail x',
    ));
});
