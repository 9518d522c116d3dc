import { Icon } from './marks.js';
import { Ask, Field, Good, Next, Top } from './parts.js';
import { isDone, press, state } from './visit.js';

export function Approve() {
  const { firstName, stage, answer } = state.value;
  if (stage === 'asked') {
    return (
      <>
        <Top who={firstName} />
        <h2>New payment</h2>
        <p class="account" role="status">
          <Icon name="phone" /> Look at your phone: open the request, and press Approve. It expires in five minutes.
        </p>
      </>
    );
  }
  return (
    <>
      <Top who={firstName} />
      <h2>New payment</h2>
      {answer === 'accept' && <Good>Approved and paid.</Good>}
      {answer !== undefined && answer !== 'accept' && (
        <p class="refused" role="status">
          <Icon name="cross" />
          <span>Not paid: the answer was {answer.toLowerCase()}.</span>
        </p>
      )}
      {isDone(3) ? (
        <Next to={4}>Keep the proof</Next>
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
