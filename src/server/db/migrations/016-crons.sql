-- A run by a schedule. "request" is the run to make, as JSON text, since jsonb refuses some valid JSON strings.
-- "next_run_at" is the tick that is due next; null for one that is paused or over. The assistant may go and come
-- back with its graph, so it is no foreign key; a cron of a thread goes with the thread.
create table crons (
  cron_id uuid primary key,
  deployment_id uuid not null,
  assistant_id uuid not null,
  thread_id uuid references threads on delete cascade,
  schedule text not null,
  timezone text,
  end_time timestamptz,
  enabled boolean not null,
  on_run_completed text not null check (on_run_completed in ('delete', 'keep')),
  request text not null,
  metadata jsonb not null default '{}',
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_run_id uuid,
  last_thread_id uuid,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index crons_of_deployment on crons (deployment_id, created_at desc);
create index crons_of_thread on crons (thread_id) where thread_id is not null;
create index crons_due on crons (next_run_at) where next_run_at is not null;
