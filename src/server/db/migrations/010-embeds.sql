-- Embedded chats: what operators configured, and who uses them.

create table embeds (
  id uuid primary key,
  key text not null unique,
  settings jsonb not null,
  -- Sealed; what the host's server signs identities with.
  identity_secret text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table embed_visitors (
  id uuid primary key,
  embed_id uuid not null references embeds (id) on delete cascade,
  -- The host's own name for its user, where it vouches for one.
  user_id text,
  -- Tokens of an earlier epoch are refused.
  epoch integer not null default 1,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (embed_id, user_id)
);
create index embed_visitors_seen on embed_visitors (embed_id, last_seen_at);

create table embed_renewals (
  hash text primary key,
  visitor_id uuid not null references embed_visitors (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index embed_renewals_visitor on embed_renewals (visitor_id);

create table embed_threads (
  thread_id uuid primary key,
  embed_id uuid not null references embeds (id) on delete cascade,
  visitor_id uuid not null references embed_visitors (id) on delete cascade,
  title text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index embed_threads_visitor on embed_threads (visitor_id, updated_at desc);
create index embed_threads_age on embed_threads (embed_id, updated_at);

-- One row a message sent: for limits and for use by day. `run_id` comes when the server has told it.
create table embed_messages (
  id uuid primary key,
  embed_id uuid not null references embeds (id) on delete cascade,
  visitor_id uuid not null,
  thread_id uuid not null,
  run_id uuid,
  sent_at timestamptz not null,
  -- Known to have ended; null while it may still run.
  ended_at timestamptz
);
create index embed_messages_sent on embed_messages (embed_id, sent_at);
create index embed_messages_open on embed_messages (embed_id) where ended_at is null;

create table embed_votes (
  id uuid primary key,
  embed_id uuid not null references embeds (id) on delete cascade,
  visitor_id uuid not null,
  voted_at timestamptz not null
);
create index embed_votes_day on embed_votes (embed_id, voted_at);
