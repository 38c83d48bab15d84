-- One row: what was made when this database was first used.
create table installation (
  is_only boolean primary key default true check (is_only),
  tenant_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);

create table deployments (
  id uuid primary key,
  name text not null constraint deployments_name_key unique,
  source text not null,
  source_config jsonb not null,
  status text not null,
  latest_revision_id uuid,
  active_revision_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A revision holds all that a rollout needs, so that an old one can be rolled out again.
create table revisions (
  id uuid primary key,
  number bigint generated always as identity,
  deployment_id uuid not null references deployments (id) on delete cascade,
  source_revision_config jsonb not null,
  -- [{name, sealed}]: the values are encrypted.
  secrets jsonb not null,
  status text not null,
  status_reason text,
  status_history jsonb not null,
  attempts integer not null default 0,
  -- {folder, config_folder, graphs}: what the build left on disk; null until it is built.
  build jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index revisions_by_deployment on revisions (deployment_id, number desc);
create index revisions_unsettled on revisions (number)
  where status in ('CREATING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING');

create table revision_logs (
  id bigint generated always as identity primary key,
  revision_id uuid not null references revisions (id) on delete cascade,
  type text not null,
  level text not null,
  message text not null,
  run_id uuid,
  logged_at timestamptz not null
);
create index revision_logs_by_revision on revision_logs (revision_id, type, id);

create table oauth_providers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  provider_id text not null unique,
  name text not null,
  client_id text not null,
  auth_url text not null,
  token_url text not null,
  uses_pkce boolean not null,
  code_challenge_method text,
  provider_type text,
  mcp_server_url text,
  token_endpoint_auth_method text not null default 'client_secret_post',
  authorization_params jsonb,
  is_dynamic_client boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
