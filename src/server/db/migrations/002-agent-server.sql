-- The agent servers: assistants, threads, runs, their events, and the state of graphs.

create table assistants (
  assistant_id uuid primary key,
  deployment_id uuid not null,
  graph_id text not null,
  name text not null,
  description text,
  version integer not null default 1,
  config jsonb not null default '{}',
  context jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index assistants_of_deployment on assistants (deployment_id, created_at desc);

-- "status" is what the last ended run left; while a run is active the wire says busy.
-- "values" is a cache of the state, for lists and for times when no executor is up; it "is_stale"
-- when a run ended without being able to tell the state.
create table threads (
  thread_id uuid primary key,
  deployment_id uuid not null,
  metadata jsonb not null default '{}',
  graph_id text,
  assistant_id uuid,
  status text not null default 'idle' check (status in ('idle', 'interrupted', 'error')),
  "values" jsonb,
  interrupts jsonb,
  summary jsonb,
  is_stale boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index threads_stale on threads (deployment_id) where is_stale;
create index threads_of_deployment on threads (deployment_id, updated_at desc);

-- "position" is the order of creation, which is the order of the queue. "thread_before" is what a
-- rollback restores. A run "is_suspect" when its process crashed and it may be why. "kwargs" and "output" are text, since jsonb refuses some valid JSON strings.
create table runs (
  run_id uuid primary key,
  position bigint generated always as identity,
  thread_id uuid not null references threads on delete cascade,
  deployment_id uuid not null,
  assistant_id uuid not null,
  graph_id text not null,
  status text not null check (
    status in ('pending', 'running', 'success', 'error', 'timeout', 'interrupted')
  ),
  kwargs text not null,
  metadata jsonb not null default '{}',
  multitask_strategy text not null,
  is_resumable boolean not null default false,
  feedback_keys jsonb not null default '[]',
  feedback jsonb,
  attempt integer not null default 0,
  is_suspect boolean not null default false,
  claimed_by uuid,
  revision_id uuid,
  cancel_action text check (cancel_action in ('interrupt', 'rollback')),
  cancel_reason text,
  thread_before jsonb,
  output text,
  end_reason text,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index runs_of_thread on runs (thread_id, position desc);
create index runs_active on runs (deployment_id, position) where status in ('pending', 'running');
create index runs_active_of_thread on runs (thread_id, position) where status in ('pending', 'running');

-- The log of a resumable run's stream; data is JSON text in one line.
create table run_events (
  run_id uuid not null references runs on delete cascade,
  id integer not null,
  event text not null,
  data text not null,
  primary key (run_id, id)
);

-- State of graphs, in the layout of the graph library's published saver, with the run that made each row.
create table checkpoints (
  thread_id uuid not null references threads on delete cascade,
  checkpoint_ns text not null default '',
  checkpoint_id text not null,
  parent_checkpoint_id text,
  type text,
  checkpoint jsonb not null,
  metadata jsonb not null default '{}',
  run_id uuid not null,
  primary key (thread_id, checkpoint_ns, checkpoint_id)
);
create index checkpoints_of_run on checkpoints (run_id);

create table checkpoint_blobs (
  thread_id uuid not null references threads on delete cascade,
  checkpoint_ns text not null default '',
  channel text not null,
  version text not null,
  type text not null,
  blob bytea,
  run_id uuid not null,
  primary key (thread_id, checkpoint_ns, channel, version)
);
create index checkpoint_blobs_of_run on checkpoint_blobs (run_id);

-- The run is a part of the key: a later run answers or fails the same task, and its rollback must
-- leave the earlier run's write as it was. "position" tells which of two came later.
create table checkpoint_writes (
  thread_id uuid not null references threads on delete cascade,
  checkpoint_ns text not null default '',
  checkpoint_id text not null,
  task_id text not null,
  idx integer not null,
  run_id uuid not null,
  position bigint generated always as identity,
  channel text not null,
  type text,
  blob bytea not null,
  primary key (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id)
);
create index checkpoint_writes_of_run on checkpoint_writes (run_id);
