import { first } from '../dom.js';

/** On a narrow window the menu opens by a button. */
export function offerMenu(): void {
  const button = first(HTMLButtonElement, '.open-menu');
  const menu = first(HTMLElement, '.menu');
  if (!button || !menu) return;
  const open = (isOpen: boolean): void => {
    menu.classList.toggle('open', isOpen);
    button.ariaExpanded = String(isOpen);
  };
  button.addEventListener('click', () => {
    open(button.ariaExpanded !== 'true');
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    open(false);
    button.focus();
  });
  showCurrent(menu);
}

/** The current page stands in the middle of a menu that is longer than the window. */
function showCurrent(menu: HTMLElement): void {
  const current = first(HTMLElement, '[aria-current=page]', menu);
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}
