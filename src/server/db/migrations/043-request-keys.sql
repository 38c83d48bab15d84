-- The run that a request with an Idempotency-Key has made, so that asking again makes no second one.
create table request_keys (
  deployment_id uuid not null,
  key text not null,
  request_hash text not null,
  thread_id uuid,
  run_id uuid,
  created_at timestamptz not null,
  primary key (deployment_id, key)
);
create index request_keys_created_at on request_keys (created_at);
