-- The API key of the servers that share this database, sealed; null until one of them has started.
alter table installation add column sealed_api_key text;

-- What programs sign in with at the gateway. Only a hash of each is kept.
create table api_tokens (
  id uuid primary key,
  name text not null constraint api_tokens_name_key unique,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  token_hash text not null unique,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
