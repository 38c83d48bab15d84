-- What the votes of charts and lists are asked by. "first_created_at" is that of the token's first
-- submission; which revision answered is looked up when somebody votes.
alter table feedback add column revision_id uuid;
alter table feedback add column first_created_at timestamptz;
alter table feedback add column source text not null default 'api';
alter table feedback add column source_metadata jsonb;
update feedback f set
  first_created_at = (select min(o.created_at) from feedback o where o.token_id = f.token_id),
  revision_id = (select r.revision_id from runs r where r.run_id = f.run_id);
alter table feedback alter column first_created_at set not null;
create index feedback_by_token on feedback (token_id, number);
create index feedback_by_time on feedback (first_created_at) where superseded_at is null;
create index feedback_by_deployment on feedback (deployment_id, first_created_at)
  where superseded_at is null;

-- The tokens of a run that is deleted (rolled back, with its thread, with its deployment) go with it,
-- in the same transaction, and what was submitted with them.
create function delete_feedback_of_runs() returns trigger language plpgsql as $$
begin
  delete from feedback_tokens token using gone where token.run_id = gone.run_id;
  return null;
end
$$;
create trigger feedback_of_deleted_runs after delete on runs
  referencing old table as gone for each statement execute function delete_feedback_of_runs();

-- What a dynamic client registered itself with, and what the provider told about itself then:
-- {issuer, registration_endpoint, revocation_endpoint}. Null until then, and for every other client.
alter table oauth_providers add column registration jsonb;
alter table oauth_providers add column registered_redirect_uri text;
alter table oauth_providers add column registered_secret_ends_at timestamptz;

-- An authorization from "authenticate" to the provider's answer. The state is kept as a hash, the
-- PKCE verifier encrypted; both are good once.
create table oauth_attempts (
  id uuid primary key,
  provider uuid not null references oauth_providers (id) on delete cascade,
  user_id text not null,
  agent_id text,
  scopes jsonb not null,
  state_hash text not null unique,
  sealed_verifier text,
  redirect_uri text not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  problem text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz
);
create index oauth_attempts_by_age on oauth_attempts (created_at);

-- A user's tokens at a provider, encrypted. "asked_scopes" were asked for, "granted_scopes" given.
create table oauth_connections (
  id uuid primary key,
  number bigint generated always as identity,
  provider uuid not null references oauth_providers (id) on delete cascade,
  user_id text not null,
  agent_id text,
  asked_scopes jsonb not null,
  granted_scopes jsonb not null,
  sealed_access_token text not null,
  sealed_refresh_token text,
  expires_at timestamptz,
  refreshing_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint oauth_connections_of_user unique nulls not distinct (provider, user_id, agent_id)
);
