-- What a process tells of itself with each renewal of its lease, and when.
alter table servers add column facts jsonb not null default '{}';
alter table servers add column told_at timestamptz;
