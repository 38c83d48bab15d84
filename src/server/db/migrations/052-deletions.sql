-- What was deleted in the console and can still be brought back: it goes at "due_at". "claimed_by" is the process that
-- deletes it: from then on it is too late. "tries": how often its server could not be asked. What was deleted is told
-- for a minute more, so that pages that read their lists one after the other do not show it again.
create table deletions (
  id uuid primary key,
  kind text not null check (kind in ('thread', 'suite', 'session', 'embed')),
  connection_id text,
  deployment_id text,
  subject_id uuid not null unique,
  asked_by text,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  claimed_by uuid,
  tries integer not null default 0,
  done_at timestamptz
);
create index deletions_due on deletions (due_at) where done_at is null;
