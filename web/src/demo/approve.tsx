import { signal } from '@preact/signals';
import { AgentPays } from './agent.js';
import { Icon } from './marks.js';
import { Ask, Field, Good, Next, Top } from './parts.js';
import { press, state } from './visit.js';

/** The party that asks for the payment. */
export const asker = signal<'mina' | 'agent'>('mina');

export const Approve = () => (
  <>
    <Top who={state.value.firstName} />
    <div class="views" role="group" aria-label="Who asks?">
      <Choice of="mina">{state.value.firstName} pays</Choice>
      <Choice of="agent">An AI agent asks</Choice>
    </div>
    {asker.value === 'mina' ? <MinaPays /> : <AgentPays />}
  </>
);

const Choice = ({ of, children }: { readonly of: 'mina' | 'agent'; readonly children: unknown }) => (
  <button type="button" class="button slim" aria-pressed={asker.value === of} onClick={() => (asker.value = of)}>
    {children as string}
  </button>
);

function MinaPays() {
  const { stage, answer } = state.value;
  if (stage === 'asked') {
    return (
      <>
        <h2>New payment</h2>
        <p class="account" role="status">
          <Icon name="phone" /> Look at your phone: open the request, and press Approve. It expires in five minutes.
        </p>
      </>
    );
  }
  return (
    <>
      <h2>New payment</h2>
      {answer === 'accept' && <Good>Approved and paid.</Good>}
      {answer !== undefined && answer !== 'accept' && (
        <p class="refused" role="status">
          <Icon name="cross" />
          <span>Not paid: the answer was {answer.toLowerCase()}.</span>
        </p>
      )}
      {answer === 'accept' ? (
        <div class="buttons">
          <Next to={4}>Keep the proof</Next>
          <button type="button" class="button" onClick={() => (asker.value = 'agent')}>
            Now let an AI agent ask
          </button>
        </div>
      ) : (
        <Ask button="Pay" onSend={(payment) => press('pay', payment)}>
          <div class="row">
            <Field label="To" name="to" value="Bookshop am Markt" />
            <Field label="Amount" name="amount" value="25.00 EUR" />
          </div>
          <Field label="Reference" name="reference" value="Order 4711" />
        </Ask>
      )}
    </>
  );
}
