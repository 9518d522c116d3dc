/** @jest-environment jsdom */
import { measurePasswords, revealPasswords } from './passwords.js';

const words = { show: 'Show', hide: 'Hide', showPassword: 'Show password', hidePassword: 'Hide password' };

beforeEach(() => {
  document.body.innerHTML = `<form><div><input id="p" type="password"
    data-least="12" data-count="{count} of 12 characters" data-enough="Long enough"></div></form>`;
  Object.assign(document.body.dataset, words);
});

const input = (): HTMLInputElement => document.querySelector('input')!;
const type = (text: string): void => {
  input().value = text;
  input().dispatchEvent(new Event('input'));
};

it('The page shows a password while it is typed, and hides it before it is sent', () => {
  revealPasswords();
  const button = document.querySelector('button')!;
  const seen = () => [input().type, button.textContent, button.getAttribute('aria-label')];
  expect(seen()).toEqual(['password', 'Show', 'Show password']);
  button.click();
  expect(seen()).toEqual(['text', 'Hide', 'Hide password']);
  document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  expect(seen()).toEqual(['password', 'Show', 'Show password']);
});

it('The page counts characters as people do, and says once that there are enough', () => {
  measurePasswords();
  const line = document.querySelector<HTMLElement>('.count')!;
  const [seen, heard] = [...line.querySelectorAll('span')];
  expect(line.hidden).toBe(true);
  type('pass😀');
  expect([line.hidden, seen!.textContent, heard!.textContent]).toEqual([false, '5 of 12 characters', '']);
  type('correct horse');
  expect([seen!.textContent, heard!.textContent]).toEqual(['Long enough', 'Long enough']);
  expect(document.querySelector('.meter')!.classList.contains('full')).toBe(true);
  type('');
  expect([line.hidden, heard!.textContent]).toEqual([true, '']);
});
