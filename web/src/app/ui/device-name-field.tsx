import { t } from '../language.js';

interface Props {
  readonly name: string;
  readonly change: (name: string) => void;
  readonly hint?: string;
  readonly autofocus?: boolean;
}

export const DeviceNameField = ({ name, change, hint, autofocus = false }: Props) => (
  <div>
    <label for="device-name">{t('deviceName')}</label>
    <input
      id="device-name"
      class="text"
      required
      maxLength={255}
      autocomplete="off"
      autofocus={autofocus}
      value={name}
      onInput={(event) => change(event.currentTarget.value)}
      {...(hint !== undefined && { 'aria-describedby': 'device-hint' })}
    />
    {hint !== undefined && (
      <p class="hint" id="device-hint">
        {hint}
      </p>
    )}
  </div>
);
