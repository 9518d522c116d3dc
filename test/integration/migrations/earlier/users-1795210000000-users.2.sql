CREATE SCHEMA IF NOT EXISTS users;

      CREATE TABLE users.enterprise (
        enterprise_id text PRIMARY KEY,
        name text NOT NULL,
        branding jsonb NOT NULL,
        retention_days int NOT NULL,
        inactivity_days int,
        quiet_hours jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      INSERT INTO users.enterprise VALUES ('default', 'Default', '{}', 30, NULL, NULL, now(), now());

      CREATE TABLE users."user" (
        sub uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        status text NOT NULL,
        previous_statuses text[] NOT NULL,
        blocked_by text,
        primary_group text NOT NULL,
        secondary_groups text[] NOT NULL,
        first_name text,
        last_name text,
        email_id text,
        mobile_number text,
        login_id text,
        language text NOT NULL,
        comments text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        created_by text NOT NULL,
        idv_status text,
        idv_finished_at timestamptz(3),
        kyc_reference_id text,
        last_active_at timestamptz(3),
        deleted_at timestamptz(3),
        erased_at timestamptz(3),
        CONSTRAINT user_status CHECK (status IN
          ('ONBOARDING', 'CREATED', 'ACTIVE', 'RESET', 'INACTIVE', 'PAUSED', 'BLOCKED', 'DELETED'))
      );
      CREATE UNIQUE INDEX user_user_id ON users."user" (enterprise_id, test, user_id);
      CREATE INDEX user_status_user_id ON users."user" (enterprise_id, test, status, user_id);
      CREATE INDEX user_group_user_id ON users."user" (enterprise_id, test, primary_group, user_id);
      CREATE INDEX user_listed ON users."user" (enterprise_id, test, user_id) WHERE status <> 'DELETED';
      CREATE INDEX user_unused ON users."user" (enterprise_id, last_active_at) WHERE status = 'ACTIVE';
      CREATE INDEX user_to_erase ON users."user" (enterprise_id, deleted_at) WHERE status = 'DELETED' AND erased_at IS NULL;

      -- One index a searched column: a prefix is a range in byte order, walked no further than one page.
      CREATE INDEX user_search_user_id ON users."user" (enterprise_id, test, (lower(user_id) COLLATE "C"), sub);
      CREATE INDEX user_search_login_id ON users."user" (enterprise_id, test, (lower(login_id) COLLATE "C"), sub)
        WHERE login_id IS NOT NULL;
      CREATE INDEX user_search_email_id ON users."user" (enterprise_id, test, (lower(email_id) COLLATE "C"), sub)
        WHERE email_id IS NOT NULL;
      CREATE INDEX user_search_last_name ON users."user" (enterprise_id, test, (lower(last_name) COLLATE "C"), sub)
        WHERE last_name IS NOT NULL;

      -- User ids and login ids share one namespace: each is a row here, and the key refuses a clash.
      CREATE TABLE users.login_name (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text COLLATE "C" NOT NULL,
        sub uuid NOT NULL,
        PRIMARY KEY (enterprise_id, test, name)
      );
      CREATE INDEX login_name_sub ON users.login_name (sub);

      CREATE TABLE users.activation_code (
        sub uuid PRIMARY KEY,
        code_hash text NOT NULL,
        predefined boolean NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        wrong_tries int NOT NULL DEFAULT 0,
        used_with text
      );
