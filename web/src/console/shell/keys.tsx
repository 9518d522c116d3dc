import { useEffect, useRef } from 'preact/hooks';
import { isOpenTo, places } from '../pages.js';
import { go } from '../route.js';
import { isTyping } from '../ui/parts.js';
import { words } from '../words/words.js';
import { openPalette } from './palette.js';
import { searchKeys } from './search-keys.js';

const PAUSE = 900;
let show: (() => void) | undefined;
export const openKeys = (): void => show?.();

/** Keyboard shortcuts that work everywhere, except while somebody types or a dialog is open. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    show = () => dialog.current?.showModal();
    let led = 0;
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if ((event.metaKey || event.ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]'))
        return;
      if (key === '/') {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>('.search input');
        if (field) field.focus();
        else openPalette();
      } else if (key === '?') openKeys();
      else if (key === 'g') led = event.timeStamp;
      else if (led > 0 && event.timeStamp - led < PAUSE) {
        led = 0;
        const to = places.find((place) => place.key === key && isOpenTo(place));
        if (to) go(`/${to.path}`);
      } else if (key === 'r') go('/verifications?tab=review&next=1');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <dialog class="ask-dialog" ref={dialog} aria-label={words.keys.title}>
      <form method="dialog">
        <h1>{words.keys.title}</h1>
        <dl class="facts">
          {[[searchKeys(), words.keys.search] as const, ...words.keys.all].map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div class="buttons">
          <button class="button">{words.close}</button>
        </div>
      </form>
    </dialog>
  );
}
