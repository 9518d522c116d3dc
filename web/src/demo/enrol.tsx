import { Ask, Field, Good, Next, Top } from './parts.js';
import { isDone, press, state } from './visit.js';

export function Enrol() {
  const { userId, firstName } = state.value;
  if (isDone(0)) {
    return (
      <>
        <Top who={userId} />
        <h2>Open an account in a few minutes</h2>
        <Good>Welcome, {firstName}. Now show us who you are.</Good>
        <Next to={1}>Go on</Next>
      </>
    );
  }
  return (
    <>
      <Top />
      <h2>Open an account in a few minutes</h2>
      <p class="lead">You need an identity document and your phone. Both are made here.</p>
      <Ask button="Open my account" onSend={(person) => press('enrol', person)}>
        <div class="row">
          <Field label="First name" name="firstName" value="Mina" />
          <Field label="Last name" name="lastName" value="Okoro" />
        </div>
        <Field key={userId} label="E-mail" name="email" inputMode="email" value={`${userId}@post.example`} />
      </Ask>
    </>
  );
}
