-- How many days a deployment, its previews included, keeps what is its own; null: for ever, or (events) as the
-- server's settings say. "next_at": nothing is looked for before. "swept_at": when nothing was left to remove.
create table retention_rules (
  deployment_id uuid primary key references deployments (id) on delete cascade,
  threads_days integer,
  runs_days integer,
  events_days integer,
  logs_days integer,
  votes_days integer,
  updated_at timestamptz not null,
  updated_by text,
  next_at timestamptz not null,
  swept_at timestamptz
);

-- What went by these rules, by day (UTC).
create table retention_removed (
  deployment_id uuid not null references deployments (id) on delete cascade,
  day date not null,
  threads bigint not null,
  runs bigint not null,
  events bigint not null,
  logs bigint not null,
  votes bigint not null,
  primary key (deployment_id, day)
);

-- The process that removes, while its lease holds.
create table retention_sweeper (
  is_only boolean primary key default true check (is_only),
  server_id uuid not null
);
