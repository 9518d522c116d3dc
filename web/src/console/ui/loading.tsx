import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, signedOut } from '../api.js';
import { type Resource, useResource } from '../resource.js';
import { signInAddress } from '../route.js';
import { words } from '../words/words.js';
import { clockOf, spoken } from './format.js';
import type { IconName } from './icon.js';
import { Copy, Empty, Note, Title } from './parts.js';

const PATIENCE = 150;

/** A placeholder of grey bars. It appears after a delay, so that it does not flash before a fast answer. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  const [isLate, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div class="skeleton" role="status" aria-busy="true" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}

interface Roles {
  readonly roles: readonly { readonly role: string; readonly scopes: readonly string[] }[];
}

/** Names the roles with the required scope, so that the user knows whom to ask. */
function WhoMay({ scope }: { readonly scope: string }) {
  const { value } = useResource<Roles>('/v1/operatorRoles');
  const roles = value?.roles.filter(({ scopes }) => scopes.includes(scope)).map(({ role }) => spoken(role));
  return roles && roles.length > 0 ? <p>{words.errors.roles(roles.join(', '))}</p> : null;
}

export function titleOf({ status, problem }: ApiError): string {
  if (status === 0) return words.errors.unreachable;
  if (status === 403 && problem.scope !== undefined) return words.errors.forbidden;
  if (status === 404) return words.errors.notFound;
  return problem.title || words.errors.other(status);
}

function adviceOf({ status, problem, retryAfter }: ApiError): string {
  if (status === 0) return words.errors.unreachableText;
  if (status === 404) return words.errors.notFoundText;
  if (status === 429) return words.errors.tooMany(retryAfter ?? 1);
  const fields = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`);
  return [problem.detail ?? '', ...fields].filter(Boolean).join(' ');
}

/**
 * Shown instead of data that could not be read, or beside an action that failed. It has its own link to sign in, because
 * an open dialog covers that of the page.
 */
export function Failure({ error, again }: { readonly error: ApiError; readonly again?: () => void }) {
  const { problem } = error;
  const advice = adviceOf(error);
  return (
    <div role="alert">
      <Note tone="bad" icon="alert">
        <strong title={problem.code}>{titleOf(error)}</strong> {advice}
        {error.status === 403 && problem.scope !== undefined && <WhoMay scope={problem.scope} />}
        {error.status === 401 && (
          <a class="link" href={signInAddress()} target="_blank" rel="opener">
            {words.signIn.do}
          </a>
        )}
        {problem.traceId !== undefined && (
          <p>
            {words.trace} <Copy text={problem.traceId} />
          </p>
        )}
        {again && (
          <p>
            <button type="button" class="button slim" onClick={again}>
              {words.again}
            </button>
          </p>
        )}
      </Note>
    </div>
  );
}

interface ShownProps<T> {
  readonly of: Resource<T>;
  readonly rows?: number;
  readonly children: (value: T) => ComponentChildren;
}
/** Shows the value once it is read, and a placeholder before. If reading again fails, the last value stays. */
export function Shown<T>({ of: { value, error, at, reload }, rows, children }: ShownProps<T>) {
  const again = () => void reload();
  if (value === undefined) {
    if (!error || signedOut.value) return <Skeleton {...(rows !== undefined && { rows })} />;
    return (
      <div class="in">
        <Failure error={error} again={again} />
      </div>
    );
  }
  return (
    <>
      {error && !signedOut.value && (
        <div class="spaced">
          <Note tone="warn" icon="clock">
            {words.errors.stale(clockOf(at))} {titleOf(error)}{' '}
            <button type="button" class="button slim" onClick={again}>
              {words.again}
            </button>
          </Note>
        </div>
      )}
      {children(value)}
    </>
  );
}

interface PageOfProps<T> extends ShownProps<T> {
  readonly icon: IconName;
  readonly missing: string;
}
/** A page about one object. If the object does not exist, the page says so. */
export function PageOf<T>({ icon, missing, ...shown }: PageOfProps<T>) {
  const { value, error } = shown.of;
  if (value === undefined && (error?.status === 404 || error?.status === 400)) {
    return (
      <>
        <h1 class="unseen">{missing}</h1>
        <Empty icon={icon} title={missing} text={words.errors.notFoundText} />
      </>
    );
  }
  if (value === undefined && error)
    return (
      <>
        <Title text={titleOf(error)} of={titleOf(error)} />
        <Shown {...shown} />
      </>
    );
  return <Shown {...shown} />;
}
