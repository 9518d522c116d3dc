import { Card, Facts, Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { newHosts, useClients } from '../clients/hosts.js';
import { concernedBy, type FourEyesRequest } from './types.js';

const texts = words.fourEyes.client;
const ROUTES = ['POST /v1/clients', 'PATCH /v1/clients/:clientId'];

export const isOfClient = ({ call }: FourEyesRequest): boolean => ROUTES.includes(call.route);

/**
 * Shows how a call would change a client: each field before and after, and the hosts that are new to the enterprise.
 */
export function ClientCall({ request }: { readonly request: FourEyesRequest }) {
  const known = useClients();
  const id = concernedBy(request);
  const before = request.call.method === 'PATCH' ? known?.find(({ clientId }) => clientId === id) : undefined;
  const fields = request.call.body ?? {};
  const hosts = known && request.state === 'waiting' ? newHosts({ ...before, ...fields }, known, id) : [];
  return (
    <>
      {hosts.length > 0 && (
        <Note tone="warn" icon="alert">
          <strong>{texts.newHosts(hosts.join(', '))}</strong> {texts.newHostsText}
        </Note>
      )}
      <Card title={texts.changes}>
        <Facts
          rows={asked(fields).map(([name, value]) => [
            texts.fields[name] ?? name,
            <>
              {before && (
                <>
                  <span class="dim">{shown((before as unknown as Record<string, unknown>)[name])}</span>{' '}
                  {texts.becomes}{' '}
                </>
              )}
              <span>{shown(value)}</span>
            </>,
          ])}
        />
      </Card>
    </>
  );
}

/** Fields that are left out, because the title or a separate card shows them. */
const TOLD = new Set(['comments', 'status', 'action', 'format', 'userIds']);
const asked = (fields: object) => Object.entries(fields).filter(([name]) => !TOLD.has(name));

/** The fields that the call would set, by their names in the API. */
export function AskedFields({ request: { call } }: { readonly request: FourEyesRequest }) {
  const rows = asked(call.body ?? {}).map(([name, value]) => [texts.fields[name] ?? name, shown(value)] as const);
  return rows.length === 0 ? null : (
    <Card title={words.fourEyes.asked}>
      <Facts rows={rows} />
    </Card>
  );
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? texts.none : value.map(shown).join(', ');
  if (value === null || value === undefined) return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
