-- Tokens that sign in whoever started the server, each once: the address holds it, only its hash is kept.
create table sign_in_addresses (
  token_hash text primary key,
  expires_at timestamptz not null
);

-- A session of no operator is theirs.
alter table operator_sessions alter column operator_id drop not null;
