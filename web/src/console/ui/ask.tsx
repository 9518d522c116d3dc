import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Answer, type WaitingRequest } from '../api.js';
import { place } from '../place.js';
import { seeData } from '../side-of-data.js';
import { words } from '../words/words.js';
import { Failure } from './loading.js';
import { Note } from './parts.js';
import { say } from './toast.js';

interface AskProps {
  readonly title: string;
  /** Tells the user the consequences of the action. */
  readonly text: ComponentChildren;
  readonly verb: string;
  readonly danger?: boolean;
  /** Whether the action needs a colleague's approval. */
  readonly fourEyes?: boolean;
  readonly withoutReason?: boolean;
  readonly done?: string;
  /** Whether to show no message after success, because the user sees the result anyway. */
  readonly silent?: boolean;
  /** Whether the dialog stays open after success, because it then shows the result, such as a new secret. */
  readonly stays?: boolean;
  readonly ready?: boolean;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
  readonly act: (reason: string) => Promise<Answer<unknown> | undefined>;
}

const LEAST_REASON = 4;

/**
 * Asks for confirmation before an action. If the action fails, nothing typed is lost. While the action runs, the dialog
 * stays open, because it then says why the action failed, or shows a secret that cannot be shown again.
 */
export function Ask({
  title,
  text,
  verb,
  danger,
  fourEyes,
  withoutReason,
  done,
  silent,
  stays,
  ready = true,
  children,
  onClose,
  act,
}: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, write] = useState('');
  const [isBusy, setBusy] = useState(false);
  const runs = useRef(false);
  const [error, fail] = useState<ApiError | undefined>(undefined);
  const [waits, wait] = useState<WaitingRequest | undefined>(undefined);
  useEffect(() => dialog.current?.showModal(), []);
  const isEnough = ready && (withoutReason === true || reason.trim().length >= LEAST_REASON);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!isEnough || runs.current) return;
    runs.current = true;
    setBusy(true);
    fail(undefined);
    try {
      const answer = await act(reason.trim());
      if (answer?.waits === undefined) {
        if (stays) return;
        if (!silent) say(done ?? words.done);
        runs.current = false;
        dialog.current?.close();
      } else wait(answer.waits);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      fail(caught);
    } finally {
      runs.current = false;
      setBusy(false);
    }
  }

  const closed = () => (runs.current ? dialog.current?.showModal() : onClose());

  if (waits !== undefined) {
    return (
      <dialog class="ask-dialog" ref={dialog} onClose={onClose} aria-label={title}>
        <Waits request={waits} title={title} close={() => dialog.current?.close()} />
      </dialog>
    );
  }
  return (
    <dialog
      class="ask-dialog"
      ref={dialog}
      onCancel={(event) => runs.current && event.preventDefault()}
      onClose={closed}
      aria-label={title}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h1>{title}</h1>
        <div class="scrolls">
          <div class="prose">{text}</div>
          {fourEyes && (
            <Note tone="warn" icon="eyes">
              {words.fourEyesNeeded}
            </Note>
          )}
          {children}
          {!withoutReason && (
            <label>
              {words.reason}
              <textarea
                class="field"
                required
                maxLength={500}
                placeholder={words.reasonHint}
                value={reason}
                onInput={(event) => write(event.currentTarget.value)}
              />
            </label>
          )}
        </div>
        {error && <Failure error={error} />}
        <div class="buttons">
          <button type="button" class="button" disabled={isBusy} onClick={() => dialog.current?.close()}>
            {danger ? words.keep : words.cancel}
          </button>
          <button class={`button main ${danger ? 'danger' : ''}`} disabled={!isEnough || isBusy}>
            {verb}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface WaitsProps {
  readonly request: WaitingRequest;
  readonly title: string;
  readonly close: () => void;
}
const Waits = ({ request: { page, data }, title, close }: WaitsProps) => (
  <form method="dialog">
    <h1>{title}</h1>
    <div role="status">
      <Note tone="warn" icon="eyes">
        <strong>{words.waitsForColleague}</strong> {words.waitsText}
      </Note>
    </div>
    <div class="buttons">
      <a
        class="button"
        href={page}
        onClick={() => {
          close();
          if (data !== place.value.data) seeData({ data });
        }}
      >
        {words.waitsLook}
      </a>
      <button class="button main">{words.close}</button>
    </div>
  </form>
);
