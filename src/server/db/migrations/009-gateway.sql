-- Servers that the console works with, besides the local stack. The key is encrypted for this row and
-- the origins that it was given for; with another address it cannot be opened.
create table connections (
  id uuid primary key,
  name text not null,
  kind text not null,
  base_url text not null,
  tracing_url text not null,
  tenant_id text,
  key_origins jsonb not null default '[]',
  sealed_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- What the last test of a connection found; the local stack has no row in "connections".
create table connection_probes (
  connection_id text primary key,
  probe jsonb not null
);

create table operators (
  id uuid primary key,
  name text not null constraint operators_name_key unique,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  password_hash text not null,
  is_disabled boolean not null default false,
  -- The password is the one of the environment, and follows it at every start.
  is_from_environment boolean not null default false,
  last_signed_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The cookie holds the id; only its hash is kept.
create table operator_sessions (
  id_hash text primary key,
  operator_id uuid not null references operators on delete cascade,
  remote_address text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_of_operator on operator_sessions (operator_id);

-- Every write that went through the gateway. No reference to an operator: the log outlives them.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid,
  user_name text,
  role text,
  remote_address text,
  action text,
  method text not null,
  path text not null,
  connection_id text,
  deployment_id text,
  status integer not null,
  duration_ms integer not null,
  request_id text
);
create index audit_log_by_time on audit_log (at);
