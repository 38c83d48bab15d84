-- The tester's desk: suites of cases, sessions that try them, attempts, and what people say of them.

create table qa_suites (
  suite_id uuid primary key,
  name text not null,
  description text not null,
  version integer not null,
  case_count integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text
);

-- A version stays as long as its suite or a session that tried it is there.
create table qa_suite_versions (
  suite_id uuid not null,
  version integer not null,
  rubric jsonb not null,
  cases jsonb not null,
  created_at timestamptz not null,
  created_by text,
  primary key (suite_id, version)
);

create table qa_sessions (
  session_id uuid primary key,
  name text not null,
  suite_id uuid not null,
  suite_name text not null,
  suite_version integer not null,
  -- Places in the suite of the cases that are tried.
  case_indexes jsonb not null,
  targets jsonb not null,
  repeats integer not null,
  passes_needed integer not null,
  status text not null,
  status_reason text,
  is_blind boolean not null,
  reviewers jsonb not null,
  seed integer not null,
  caps jsonb not null,
  has_side_effects boolean not null,
  created_at timestamptz not null,
  created_by text,
  -- When it last began to run: its cap of seconds counts from there, after what it ran before.
  running_since timestamptz,
  ran_ms bigint not null default 0,
  ended_at timestamptz,
  closed_at timestamptz,
  -- Who saw which is which before it was closed.
  looks jsonb not null default '[]',
  decision jsonb
);
create index qa_sessions_of_suite on qa_sessions (suite_id, created_at desc);
create index qa_sessions_running on qa_sessions (created_at) where status = 'running';

create table qa_attempts (
  attempt_id uuid primary key,
  session_id uuid not null references qa_sessions on delete cascade,
  position bigint generated always as identity,
  case_index integer not null,
  case_key text not null,
  target integer not null,
  repeat integer not null,
  -- False once another attempt stands for it.
  is_current boolean not null default true,
  status text not null default 'waiting',
  claimed_by uuid,
  failed_checks integer not null default 0,
  ms integer,
  first_token_ms integer,
  tokens integer,
  error text,
  started_at timestamptz,
  ended_at timestamptz,
  thread_id text,
  run_ids jsonb not null default '[]',
  transcript jsonb not null default '[]',
  state jsonb,
  results jsonb not null default '[]',
  usage jsonb,
  tape jsonb
);
create unique index qa_attempts_of_cell on qa_attempts (session_id, case_index, target, repeat)
  where is_current;
create index qa_attempts_to_do on qa_attempts (session_id, position)
  where status in ('waiting', 'running');

-- Only added to: the newest of a reviewer counts, the earlier ones are its history.
create table qa_verdicts (
  verdict_id uuid primary key,
  session_id uuid not null references qa_sessions on delete cascade,
  position bigint generated always as identity,
  case_index integer not null,
  reviewer text not null,
  -- By target; `better` is 0, 1, tie or bad; `left_target` stood on the left for this reviewer.
  marks jsonb not null,
  better text,
  left_target integer not null,
  note text not null,
  tags jsonb not null,
  correction text not null,
  seconds real not null,
  at timestamptz not null
);
create index qa_verdicts_newest on qa_verdicts (session_id, case_index, reviewer, position desc);
