import { useState } from 'preact/hooks';
import { type DemoEvent, happenings } from './visit.js';

/** Each call, webhook and audit entry, the newest first. */
export const Log = () => (
  <section class="log" aria-label="What just happened">
    <header>
      <h2>What just happened</h2>
      {happenings.value.length > 0 && (
        <a class="link" href="/demo/demo.sh" title="All of it as a script that runs">
          demo.sh
        </a>
      )}
    </header>
    {happenings.value.length === 0 ? (
      <p class="empty">Each call and its answer, each webhook and each entry of the audit log appears here.</p>
    ) : (
      <ol tabIndex={0} aria-label="The newest first">
        {happenings.value.map((happening) => (
          <Line key={happening.n} happening={happening} />
        ))}
      </ol>
    )}
  </section>
);

const VIEWS = ['Answer', 'Request', 'curl', 'Node'] as const;
type View = (typeof VIEWS)[number];

function Line({ happening }: { readonly happening: DemoEvent }) {
  const { kind, method, what, why, status, ms } = happening;
  const label = kind === 'webhook' ? 'HOOK' : kind === 'audit' ? 'AUDIT' : (method ?? '');
  return (
    <li>
      <details>
        <summary>
          <span class={`kind ${kind}`}>{label}</span>
          <span class="path">
            {what}
            {why !== '' && <small>{why}</small>}
          </span>
          <span class={`status ${(status ?? 0) < 400 ? 'fine' : 'odd'}`}>
            {status}
            {ms !== undefined && <small>{ms} ms</small>}
          </span>
        </summary>
        <More happening={happening} />
      </details>
    </li>
  );
}

function More({ happening }: { readonly happening: DemoEvent }) {
  const [view, choose] = useState<View>('Answer');
  const texts: Record<View, string> = {
    Answer: textOf(happening.got),
    Request: textOf(happening.sent),
    curl: happening.curl ?? '',
    Node: happening.node ?? '',
  };
  const shown = VIEWS.filter((one) => texts[one] !== '');
  return (
    <div class="more">
      {shown.length > 1 && (
        <div class="views">
          {shown.map((one) => (
            <button key={one} type="button" class="button slim" aria-pressed={one === view} onClick={() => choose(one)}>
              {one}
            </button>
          ))}
        </div>
      )}
      <pre tabIndex={0} aria-label={view}>
        {texts[view]}
      </pre>
      {happening.guide !== undefined && (
        <p class="dim">
          Explained in <code>{happening.guide}</code>
        </p>
      )}
    </div>
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
