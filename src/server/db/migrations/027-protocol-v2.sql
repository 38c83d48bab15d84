-- Events are told with their time, in milliseconds since 1970; those of before are told with their run's.
alter table run_events add column at double precision;

-- A thread that somebody reads by the streaming protocol: its runs tell all that this protocol has, and it is stored.
alter table threads add column is_streamed boolean not null default false;
alter table runs add column is_streamed boolean not null default false;
-- How many runs of the thread have started or were cancelled before that, and which of them a run was. The number is
-- not given again when a run is rolled back.
alter table threads add column run_starts integer not null default 0;
alter table runs add column start_number integer;
update runs r set start_number = n.number from (
  select run_id, row_number() over (partition by thread_id order by started_at nulls last, position) as number
  from runs where started_at is not null or status not in ('pending', 'running')
) n where n.run_id = r.run_id;
update threads t set run_starts = n.count from (
  select thread_id, max(start_number) as count from runs where start_number is not null group by thread_id
) n where n.thread_id = t.thread_id;
create index runs_by_start on runs (thread_id, start_number);
