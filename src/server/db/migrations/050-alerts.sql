-- Where alerts go. `settings` is what may be shown; everything else is sealed for the channel's id.
create table alert_channels (
  id uuid primary key,
  name text not null constraint alert_channels_name_key unique,
  kind text not null check (kind in ('webhook', 'slack', 'email')),
  settings jsonb not null,
  sealed_secret text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table alert_rules (
  id uuid primary key,
  name text not null constraint alert_rules_name_key unique,
  kind text not null,
  threshold double precision,
  window_minutes integer,
  -- So many runs or votes are judged, or none.
  least integer,
  -- Null for all.
  deployment_ids jsonb,
  connection_ids jsonb,
  channel_ids jsonb not null,
  is_on boolean not null,
  -- What happened before is nobody's news.
  watched_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- What a rule found: it began, and later it ended. Stays when its rule or its subject is gone.
create table alert_events (
  id uuid primary key,
  number bigint generated always as identity,
  rule_id uuid references alert_rules (id) on delete set null,
  rule_name text not null,
  kind text not null,
  -- What it is about, by which it is known again: a deployment, a revision, a connection.
  subject text not null,
  subject_name text not null,
  deployment_id uuid,
  revision_id uuid,
  connection_id text,
  title text not null,
  detail text not null,
  began_at timestamptz not null,
  -- Since when its condition holds no more, while it has not ended for good.
  well_since timestamptz,
  -- When its beginning was given to the channels; null while it is silenced.
  told_at timestamptz,
  ended_at timestamptz,
  end_detail text
);
create unique index alert_events_open on alert_events (rule_id, subject) where ended_at is null;
create index alert_events_newest on alert_events (number desc);

-- One message for each channel, beginning and end: kept with the event, sent afterwards.
create table alert_messages (
  id uuid primary key,
  event_id uuid not null references alert_events (id) on delete cascade,
  -- Null when the channel was deleted.
  channel_id uuid references alert_channels (id) on delete set null,
  channel_name text not null,
  phase text not null check (phase in ('began', 'ended')),
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- The process that sends it now.
  claimed_by uuid,
  -- Nothing more is tried: it was taken, or given up.
  settled_at timestamptz,
  was_taken boolean not null default false,
  -- What the other side answered last.
  answer text
);
create unique index alert_messages_of_event on alert_messages (event_id, channel_id, phase);
create index alert_messages_due on alert_messages (due_at) where settled_at is null;

create table alert_silences (
  id uuid primary key,
  -- Null for every rule, and for every deployment.
  rule_id uuid references alert_rules (id) on delete cascade,
  deployment_id uuid,
  reason text,
  created_by text,
  created_at timestamptz not null,
  until timestamptz not null
);

-- The process that looks at the rules, while its lease holds.
create table alert_evaluator (
  is_only boolean primary key default true check (is_only),
  server_id uuid not null
);

-- What each process sees of its own machine.
create table alert_server_facts (
  server_id uuid primary key,
  host text not null,
  at timestamptz not null,
  disk_free_bytes double precision,
  -- [{deployment_id, memory_bytes, memory_limit_bytes}]
  processes jsonb not null
);

create table alert_restarts (
  deployment_id uuid not null,
  server_id uuid not null,
  at timestamptz not null,
  count integer not null
);
create index alert_restarts_by_time on alert_restarts (at);

-- Whether each connection's server answers.
create table alert_connection_checks (
  connection_id uuid primary key references connections (id) on delete cascade,
  checked_at timestamptz not null,
  -- Null while it answers.
  failing_since timestamptz,
  problem text
);
