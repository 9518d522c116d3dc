import { may, me, ownsAll } from '../me.js';
import { useResource } from '../resource.js';
import { words } from '../words/words.js';
import { Copy, Dash } from './parts.js';

interface Operators {
  readonly operators: readonly { readonly id: string; readonly name: string }[];
}
interface Clients {
  readonly clients: readonly { readonly clientId: string; readonly clientName: string }[];
}

const knowsOperators = () => may('operators:read') && ownsAll.value;

function useName(kind: string, id: string | null): string | undefined {
  const isOperator = kind === 'operator';
  const operators = useResource<Operators>(isOperator && knowsOperators() ? '/v1/operators' : undefined);
  const clients = useResource<Clients>(kind === 'client' && may('clients:read') ? '/v1/clients?limit=200' : undefined);
  if (isOperator && id === me.value?.id) return me.value.name;
  if (isOperator) return operators.value?.operators.find((one) => one.id === id)?.name;
  return clients.value?.clients.find(({ clientId }) => clientId === id)?.clientName;
}

const MOST = 26;
/** The id in the audit log for an actor who had not signed in yet. */
const ANONYMOUS = 'anonymous';

interface ActorNameProps {
  readonly kind: string;
  readonly id: string | null;
  /** Whether to leave the copy button out. */
  readonly plain?: boolean;
}
/** The name of an operator or client, if the user may see it. Its id is in the title, or can be copied. */
export function ActorName({ kind, id, plain }: ActorNameProps) {
  const name = useName(kind, id);
  if (id === null) return <Dash />;
  if (id === ANONYMOUS) return <span>{words.notSignedIn}</span>;
  if (plain) return <span title={id}>{name ?? id}</span>;
  return name === undefined ? <Copy text={id} short={MOST} /> : <span title={id}>{name}</span>;
}

/**
 * The name of an actor that the API writes as `operator:<id>`. An operator whom the user may not see is shown as a
 * colleague, without a name.
 */
export function By({ of }: { readonly of: string }) {
  const [kind = '', id = ''] = of.split(':');
  const name = useName(kind, id);
  return <span title={of}>{name ?? (kind === 'operator' ? words.colleague : of)}</span>;
}

export function Actor({ of: { kind, id } }: { readonly of: { readonly kind: string; readonly id: string | null } }) {
  const name = useName(kind, id);
  const shown = name ?? id ?? '–';
  const isMe = kind === 'operator' && id === me.value?.id;
  return (
    <>
      <span class="main cut" title={id ?? undefined}>
        {shown.length > MOST && name === undefined ? `${shown.slice(0, 8)}…${shown.slice(-4)}` : shown}
      </span>
      <small>{isMe ? words.you : (words.codes[kind] ?? kind)}</small>
    </>
  );
}
