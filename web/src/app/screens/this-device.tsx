import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { Icon } from '../ui/icon.js';
import { type Attempt, Group } from '../ui/lines.js';
import { BusyButton } from '../ui/parts.js';
import { Ask } from './answer-bar.js';
import { DeviceNameField } from '../ui/device-name-field.js';

/** Shows the name of this device, and removes it. */
export function ThisDevice({ attempt }: { readonly attempt: Attempt }) {
  const { phone, push } = useApp();
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const device = phone.device.value;
  if (!device) {
    return (
      <Group title={t('thisDevice')}>
        <button type="button" class="line" onClick={() => (phone.later.value = false)}>
          <Icon name="key" />
          <span class="text">{t('registerDevice')}</span>
          <Icon name="chevron" />
        </button>
      </Group>
    );
  }
  const remove = async () => {
    await phone.removeDevice();
    await push.forget();
  };
  return (
    <Group title={t('thisDevice')}>
      {renaming === undefined ? (
        <button type="button" class="line" onClick={() => setRenaming(device.name)}>
          <Icon name="phone" />
          <span class="text">
            <span class="name">{t('deviceName')}</span>
            <span class="value">{device.name}</span>
          </span>
          <span class="do">{t('change')}</span>
        </button>
      ) : (
        <Rename
          name={renaming}
          rename={(name) => attempt(() => phone.rename(name))}
          close={() => setRenaming(undefined)}
        />
      )}
      <button type="button" class="line bad" onClick={() => setRemoving(true)}>
        <Icon name="bin" />
        <span class="text">{t('removeDevice')}</span>
      </button>
      {removing && (
        <Ask
          title={t('removeTitle')}
          text={t('removeText')}
          yes={t('removeDevice')}
          onNo={() => setRemoving(false)}
          onYes={() => void attempt(remove)}
        />
      )}
    </Group>
  );
}

interface RenameProps {
  readonly name: string;
  readonly rename: (name: string) => Promise<void>;
  readonly close: () => void;
}

function Rename({ name: before, rename, close }: RenameProps) {
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await rename(name.trim());
    close();
  };
  return (
    <form
      class="line rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && name.trim() !== '') void save();
      }}
    >
      <DeviceNameField name={name} change={setName} autofocus />
      <BusyButton type="submit" class="slim" busy={busy}>
        {t('save')}
      </BusyButton>
      <button type="button" class="slim quiet" onClick={close}>
        {t('back')}
      </button>
    </form>
  );
}
