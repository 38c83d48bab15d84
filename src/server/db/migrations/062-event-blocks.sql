-- Events are stored as they come, many at a time: a row for each took several times the work and the room.
-- "events" has a line for each, see `streams/log/event-lines.ts`.
alter table run_events rename to single_events;
alter table single_events rename constraint run_events_pkey to single_events_pkey;
alter table single_events rename constraint run_events_run_id_fkey to single_events_run_id_fkey;
create table run_events (
  run_id uuid not null references runs on delete cascade,
  -- The numbers of the first and the last one, and how many there are: numbers may be left out.
  first integer not null,
  last integer not null,
  count integer not null,
  events text not null,
  primary key (run_id, first)
);
insert into run_events (run_id, first, last, count, events)
select run_id, min(id), max(id), count(*), string_agg(
    id || E'\t' || coalesce(at::text, '') || E'\t' || translate(data, E'\n\t', '  ') || E'\t' || to_json(event),
    E'\n' order by id
  )
from single_events group by run_id, id / 250;
drop table single_events;
