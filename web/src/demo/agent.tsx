import { Icon } from './marks.js';
import { Good, Next } from './parts.js';
import { busy, press, settings, state } from './visit.js';

const PAYMENT = { to: 'Bookshop am Markt', amount: '78.50' };

/** The step in which an agent requests a payment, and the phone shows the request. */
export function AgentPays() {
  const { firstName, agent } = state.value;
  return (
    <>
      <h2>{firstName}’s assistant, at work</h2>
      <Talk isAsked={agent !== undefined} />
      {agent?.state === 'asked' && (
        <p class="account" role="status">
          <Icon name="clock" /> The agent waits, and can do nothing yet. Open the request on the phone: it shows what
          the agent wants.
        </p>
      )}
      {agent?.state === 'allowed' && <Allowed details={agent.details} />}
      {agent?.state === 'refused' && (
        <p class="refused" role="status">
          <Icon name="cross" />
          <span>Not paid. {agent.why}</span>
        </p>
      )}
      {(agent === undefined || agent.state === 'refused') && (
        <button type="button" class="button go" disabled={busy.value} onClick={() => void press('agent', PAYMENT)}>
          Let the agent ask
        </button>
      )}
      <a class="link" href={`${settings.guideUrl}/guide/integrators/approvals`} target="_blank" rel="noopener">
        See the 40 lines of such an agent
      </a>
    </>
  );
}

/** The chat of the visitor with the agent. It is scripted, but the agent's request is real. */
const Talk = ({ isAsked }: { readonly isAsked: boolean }) => (
  <dl class="talk">
    <dt>you</dt>
    <dd>Order the cookbook from my wish list.</dd>
    <dt>agent</dt>
    <dd>
      Found it: {PAYMENT.to}, {PAYMENT.amount} EUR.
    </dd>
    {isAsked && (
      <>
        <dt>agent</dt>
        <dd>
          <b>pay</b>(to: “{PAYMENT.to}”, amount: “{PAYMENT.amount} EUR”)
        </dd>
      </>
    )}
  </dl>
);

const Allowed = ({ details }: { readonly details: unknown }) => (
  <>
    <Good>Approved and signed. The agent’s token is good for this payment, and for nothing else:</Good>
    <pre tabIndex={0} aria-label="What the token is good for">
      {JSON.stringify(details, null, 2)}
    </pre>
    <Next to={4}>Keep the proof</Next>
  </>
);
