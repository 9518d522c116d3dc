/** A password can be looked at while it is typed, and a new one says how long it is. */
export const PASSWORDS = `for (const input of $$('input[type=password]')) {
  const { show, hide, showPassword, hidePassword } = document.body.dataset;
  const button = made('button', { type: 'button', className: 'reveal' }, { 'aria-controls': input.id });
  const reveal = (shown) => {
    input.type = shown ? 'text' : 'password';
    button.textContent = shown ? hide : show;
    button.setAttribute('aria-label', shown ? hidePassword : showPassword);
  };
  button.addEventListener('click', () => reveal(input.type === 'password'));
  input.parentElement.classList.add('can-reveal');
  input.after(button);
  input.form.addEventListener('submit', () => reveal(false));
  reveal(false);
}

// Seen at each character, heard once: when it is long enough. How good it is, is for the server to say.
for (const input of $$('input[data-least]')) {
  const { least, count, enough } = input.dataset;
  const bar = made('div', { className: 'meter' }, { 'aria-hidden': 'true' });
  const seen = made('span', {}, { 'aria-hidden': 'true' });
  const heard = made('span', { className: 'unseen' }, { role: 'status' });
  const line = made('p', { className: 'hint count' });
  line.append(seen, heard);
  bar.append(made('i'));
  const tell = () => {
    const length = [...input.value].length;
    const isEnough = length >= least;
    bar.hidden = line.hidden = length === 0;
    bar.classList.toggle('full', isEnough);
    bar.firstChild.style.inlineSize = Math.min(100, length / least * 100) + '%';
    seen.textContent = isEnough ? enough : count.replace('{count}', length);
    if (heard.textContent !== (isEnough ? enough : '')) heard.textContent = isEnough ? enough : '';
  };
  input.parentElement.after(bar, line);
  input.addEventListener('input', tell);
  tell();
}
`;
