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

/** Scrolls a long menu so that the current page is in its middle. */
function showCurrent(menu: HTMLElement): void {
  const current = first(HTMLElement, '[aria-current=page]', menu);
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}
