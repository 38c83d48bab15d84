-- Events are stored as they come, many at a time: a row for each took four times as long, and most of the room.
-- "events" has a line for each, see `streams/log/event-lines.ts`.
create table event_blocks (
  run_id uuid not null references runs on delete cascade,
  -- The numbers of the first and the last one, and how many there are: numbers may be left out.
  first integer not null,
  last integer not null,
  count integer not null,
  events text not null,
  primary key (run_id, first)
);
insert into event_blocks (run_id, first, last, count, events)
select run_id, min(id), max(id), count(*), string_agg(
    id || E'\t' || coalesce(at::text, '') || E'\t' || translate(data, E'\n\t', '  ') || E'\t' || to_json(event),
    E'\n' order by id
  )
from run_events group by run_id, id / 250;
drop table run_events;
alter table event_blocks rename to run_events;
alter index event_blocks_pkey rename to run_events_pkey;
alter table run_events rename constraint event_blocks_run_id_fkey to run_events_run_id_fkey;
