-- The secret part of a token's URL is derived from its id and the installation's key; only a hash is kept.
create table feedback_tokens (
  id uuid primary key,
  token_hash text not null unique,
  run_id uuid not null,
  deployment_id uuid,
  feedback_key text not null,
  feedback_config jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index feedback_tokens_by_run on feedback_tokens (run_id, created_at);

-- A later submission of a token supersedes the earlier ones; they stay as history.
create table feedback (
  id uuid primary key,
  number bigint generated always as identity,
  token_id uuid not null references feedback_tokens (id) on delete cascade,
  run_id uuid not null,
  deployment_id uuid,
  key text not null,
  score jsonb,
  value jsonb,
  comment text,
  correction jsonb,
  metadata jsonb,
  created_at timestamptz not null,
  superseded_at timestamptz
);
create index feedback_by_run on feedback (run_id, number desc);
create unique index feedback_current on feedback (token_id) where superseded_at is null;
