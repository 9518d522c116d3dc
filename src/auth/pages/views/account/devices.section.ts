import { html, type Html } from '../../../../shared/kernel/html.js';
import type { DeviceCard } from '../../../../users/contract.js';
import { dated } from '../../../../shared/pages/parts.js';
import type { AccountView } from './account-frame.js';
import { list, none, removal, section } from './list.js';

export function devices(view: AccountView): Html {
  const { words } = view.language;
  const items = view.devices.map((device) => shown(view, device));
  return section(
    { id: 'devices', title: words.devices, lead: words.devicesLead },
    items.length === 0 ? none(words.noDevices) : list(words, items),
  );
}

const shown = (view: AccountView, { deviceId, name, registeredAt, blocked }: DeviceCard): Html =>
  html`<div>
      <strong><bdi>${name}</bdi></strong>
      <small>${dated(view.language.words.added, registeredAt, view.language)}</small>
    </div>
    <div class="row-actions">
      ${blocked ? html`<span class="tag">${view.language.words.blocked}</span>` : ''}
      ${removal(view, 'device', deviceId, name)}
    </div>`;
