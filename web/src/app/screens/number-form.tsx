import { useState } from 'preact/hooks';
import { t } from '../language.js';
import { BusyButton } from '../ui/parts.js';

/** Asks for the number that the sign-in page shows. A wrong number ends the request, so there is only one try. */
export function NumberForm({ busy, onType }: { readonly busy: boolean; readonly onType: (number: string) => void }) {
  const [number, write] = useState('');
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (/^\d\d$/.test(number)) onType(number);
      }}
    >
      <label for="typed-number">{t('whichNumber')}</label>
      <input
        id="typed-number"
        class="text two"
        inputMode="numeric"
        autocomplete="off"
        dir="ltr"
        required
        pattern="[0-9]{2}"
        maxLength={2}
        value={number}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <BusyButton type="submit" busy={busy}>
        {t('confirm')}
      </BusyButton>
    </form>
  );
}
