import type { ComponentChildren } from 'preact';
import { BankMark, Icon } from './marks.js';
import { busy, go, settings } from './visit.js';

export const Top = ({ who }: { readonly who?: string }) => (
  <div class="top">
    <BankMark />
    {settings.bank}
    {who !== undefined && <small>{who}</small>}
  </div>
);

export const Good = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="ok" role="status">
    <Icon name="check" />
    <span>{children}</span>
  </p>
);

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

/** A form with one button. */
export const Ask = (given: {
  readonly button: string;
  readonly onSend: (fields: Record<string, string>) => unknown;
  readonly children: ComponentChildren;
}) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      given.onSend(textsOf(event.currentTarget));
    }}
  >
    {given.children}
    <button type="submit" class="button go" disabled={busy.value}>
      {given.button}
    </button>
  </form>
);

export const Field = (given: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly inputMode?: 'email';
}) => (
  <label>
    {given.label}
    <input
      class="field"
      name={given.name}
      defaultValue={given.value}
      {...(given.inputMode && { inputMode: given.inputMode })}
      required
      autocomplete="off"
    />
  </label>
);

export const Next = ({ to, children }: { readonly to: number; readonly children: string }) => (
  <button type="button" class="button go" onClick={() => go(to)}>
    {children}
  </button>
);
