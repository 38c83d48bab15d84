-- The run engine over several processes, schedules, deadlines and webhooks.

-- The processes that execute runs. Each renews its lease; the runs of one that did not are taken
-- over. By the database's clock, since theirs may differ.
create table servers (
  server_id uuid primary key,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

-- "created_by" is the process that took the request. "is_logged": the events are stored in
-- run_events, for later or for listeners at other processes. A run with "scheduled_at" waits until
-- then. "replaced_by" is the run that took its place. "webhook" is called when the run has ended.
alter table runs add column created_by uuid;
alter table runs add column is_logged boolean not null default false;
alter table runs add column scheduled_at timestamptz;
alter table runs add column replaced_by uuid;
alter table runs add column webhook text;
update runs set is_logged = is_resumable;
create index runs_logged on runs (ended_at) where is_logged;
create index runs_scheduled on runs (scheduled_at) where status = 'pending' and scheduled_at is not null;
create index runs_held on runs (claimed_by) where status = 'running';

-- Calls that are to be made, or have been. "due_at" moves on with each attempt, so that of several
-- processes one makes it, and another one when that one dies.
create table webhook_calls (
  call_id uuid primary key,
  deployment_id uuid not null,
  run_id uuid not null,
  url text not null,
  body text not null,
  attempt integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  error text
);
create index webhook_calls_due on webhook_calls (due_at) where ended_at is null;
create index webhook_calls_of_run on webhook_calls (run_id);
