-- Of a line of a log: "stream", who wrote it: the build, the rollout, or the agent's own process. Null: as its type
-- says, before it was told. "dropped": it stands where so many lines were not kept.
alter table revision_logs add column stream text;
alter table revision_logs add column dropped integer;
update revision_logs set stream = 'agent' where run_id is not null;

-- The lines of one run, on its page.
create index revision_logs_by_run on revision_logs (run_id, id) where run_id is not null;
