-- A thread with a time to live: at "expires_at" it goes, or loses what is older than its newest state, as
-- "ttl_strategy" says. "state_updated_at" is when its state changed, which "updated_at" alone does not tell.
alter table threads add column ttl_minutes double precision;
alter table threads add column ttl_strategy text check (ttl_strategy in ('delete', 'keep_latest'));
alter table threads add column expires_at timestamptz;
alter table threads add column state_updated_at timestamptz;
create index threads_expiring on threads (expires_at) where expires_at is not null;
