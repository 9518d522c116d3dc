import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newSecret } from '../../../shared/kernel/ids.js';
import { Database } from '../../../shared/persistence/database.js';

export type Ceremony = 'login' | 'register' | 'activate';

/** What an authenticator signs: good once, for one ceremony of one interaction or session, for five minutes. */
@Injectable()
export class Challenges {
  constructor(private readonly db: Database) {}

  async issue(ceremony: Ceremony, boundTo: string): Promise<string> {
    const challenge = newSecret();
    await this.db.rows(ISSUE, [hash(challenge), ceremony, boundTo]);
    return challenge;
  }

  async consume(challenge: string, ceremony: Ceremony, boundTo: string): Promise<boolean> {
    return (await this.db.rows(CONSUME, [hash(challenge), ceremony, boundTo])).length > 0;
  }
}

const hash = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

const ISSUE = `
  INSERT INTO auth.passkey_challenge (challenge_hash, purpose, bound_to, expires_at)
  VALUES ($1, $2, $3, now() + interval '5 minutes')`;
const CONSUME = `
  DELETE FROM auth.passkey_challenge
  WHERE challenge_hash = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > now() RETURNING 1`;
