-- What a process asks of the others about the graph of a thread, because it has no executor for it, and
-- the answer. Gone with the request; nothing here outlasts a crash of the database.
create unlogged table graph_calls (
  call_id uuid primary key,
  deployment_id uuid not null,
  body text not null,
  asked_at timestamptz not null default now(),
  taken_by uuid,
  answer text
);

-- How many events the log of an ended run had, whether they were stored or not; null when nobody knew.
alter table runs add column event_count integer;
