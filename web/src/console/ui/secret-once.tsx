import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.js';
import { Copy, Note } from './parts.js';

const texts = words.secretOnce;

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  /** Tells the user where the secret is needed. */
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows a secret that cannot be shown again. It closes only when the operator confirms that it is stored. */
export function SecretOnce({ title, secret, text, onClose }: SecretOnceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isStored, store] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      class="ask-dialog"
      ref={dialog}
      onCancel={(event) => !isStored && event.preventDefault()}
      onClose={() => (isStored ? onClose() : dialog.current?.showModal())}
      aria-label={title}
    >
      <form method="dialog">
        <h1>{title}</h1>
        <Note tone="warn" icon="key">
          <strong>{texts.title}</strong> {text}
          <p>
            <Copy text={secret} />
          </p>
        </Note>
        <fieldset class="ticks">
          <label>
            <input type="checkbox" checked={isStored} onChange={({ currentTarget }) => store(currentTarget.checked)} />
            <span>{texts.stored}</span>
          </label>
        </fieldset>
        <div class="buttons">
          <button class="button main" disabled={!isStored}>
            {texts.close}
          </button>
        </div>
      </form>
    </dialog>
  );
}
