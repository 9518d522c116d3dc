import { all, createElement } from './dom.js';

/** Lets users show a password while typing. */
export function revealPasswords(): void {
  for (const input of all(HTMLInputElement, 'input[type=password]')) addReveal(input);
}

function addReveal(input: HTMLInputElement): void {
  const { show = '', hide = '', showPassword = '', hidePassword = '' } = document.body.dataset;
  const button = createElement('button', {
    className: 'reveal',
    attributes: { type: 'button', 'aria-controls': input.id },
  });
  const reveal = (shown: boolean) => {
    input.type = shown ? 'text' : 'password';
    button.textContent = shown ? hide : show;
    button.setAttribute('aria-label', shown ? hidePassword : showPassword);
  };
  button.addEventListener('click', () => reveal(input.type === 'password'));
  input.parentElement?.classList.add('can-reveal');
  input.after(button);
  input.form?.addEventListener('submit', () => reveal(false));
  reveal(false);
}

/** Shows the length of a new password. The server decides whether it is strong enough. */
export function measurePasswords(): void {
  for (const input of all(HTMLInputElement, 'input[data-least]')) addMeter(input);
}

/** Shows the length after each character, but announces only when the password becomes long enough. */
function addMeter(input: HTMLInputElement): void {
  const { least = '0', count = '', enough = '' } = input.dataset;
  const bar = createElement('div', { className: 'meter', attributes: { 'aria-hidden': 'true' } });
  const filling = createElement('i');
  const seen = createElement('span', { attributes: { 'aria-hidden': 'true' } });
  const heard = createElement('span', { className: 'unseen', attributes: { role: 'status' } });
  const line = createElement('p', { className: 'hint count' });
  line.append(seen, heard);
  bar.append(filling);
  const showLength = () => {
    const length = Array.from(input.value).length;
    const isEnough = length >= Number(least);
    bar.hidden = line.hidden = length === 0;
    bar.classList.toggle('full', isEnough);
    filling.style.inlineSize = `${Math.min(100, (length / Number(least)) * 100)}%`;
    seen.textContent = isEnough ? enough : count.replace('{count}', String(length));
    const toHear = isEnough ? enough : '';
    if (heard.textContent !== toHear) heard.textContent = toHear;
  };
  input.parentElement?.after(bar, line);
  input.addEventListener('input', showLength);
  showLength();
}
