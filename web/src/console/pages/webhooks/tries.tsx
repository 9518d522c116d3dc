import { Tag } from '../../ui/parts.js';
import type { Attempt } from './types.js';

export const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Shows the receiver's answer to each attempt of a delivery. */
export const Tries = ({ of: attempts }: { readonly of: readonly Attempt[] }) => (
  <span class="near">
    {attempts.map((attempt) => (
      <Tag key={attempt.at} tone={isSuccess(attempt) ? 'good' : 'bad'}>
        {attempt.status ?? attempt.error}
      </Tag>
    ))}
  </span>
);
