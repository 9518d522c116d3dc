import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The verifications of users. */
export class Sessions1795400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS idv;
      CREATE TABLE idv.session (
        session_id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        sub uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        client_id text NOT NULL,
        token_hash text NOT NULL,
        sealed_content bytea NOT NULL,
        redirect_url text NOT NULL,
        error_url text,
        simulation jsonb,
        settings jsonb NOT NULL,
        kyc_required boolean NOT NULL,
        status text NOT NULL,
        step text NOT NULL,
        attempts jsonb NOT NULL,
        reasons text[] NOT NULL,
        doubts text[] NOT NULL,
        pictures int NOT NULL,
        document_type text,
        document_country text,
        document_mark text,
        challenge jsonb,
        sealed_findings bytea,
        kyc_reference_id text,
        opt_in boolean,
        keep_face boolean NOT NULL,
        owner_hash text,
        follower_hash text,
        created_at timestamptz(3) NOT NULL,
        started_at timestamptz(3),
        touched_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        version int NOT NULL,
        CONSTRAINT session_status CHECK (status IN ('PENDING', 'IN_PROGRESS', 'CANCELLED', 'EXPIRED', 'VERIFIED',
          'REVIEW', 'DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED', 'KYC_FAILED', 'DECLINED')),
        CONSTRAINT session_step CHECK (step IN ('welcome', 'consent', 'document', 'front', 'back', 'confirm',
          'selfie', 'optIn', 'kyc', 'done'))
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX session_token ON idv.session (token_hash);
      CREATE INDEX session_of_user ON idv.session (enterprise_id, test, user_id, session_id);
      CREATE INDEX session_of_sub ON idv.session (sub);
      CREATE UNIQUE INDEX session_one_open ON idv.session (sub) WHERE status IN ('PENDING', 'IN_PROGRESS');
      CREATE UNIQUE INDEX session_owner ON idv.session (owner_hash) WHERE owner_hash IS NOT NULL;
      CREATE UNIQUE INDEX session_follower ON idv.session (follower_hash) WHERE follower_hash IS NOT NULL;
      CREATE INDEX session_due ON idv.session (expires_at) WHERE status IN ('PENDING', 'IN_PROGRESS');
      CREATE INDEX session_document ON idv.session (enterprise_id, test, document_mark)
        WHERE document_mark IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idv.session');
  }
}
