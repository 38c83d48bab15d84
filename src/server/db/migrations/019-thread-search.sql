-- Threads over all deployments, as they changed last, by metadata, by a title that was given, and those that rest other
-- than well.
create index threads_newest on threads (updated_at desc, thread_id desc);
create index threads_by_metadata on threads using gin (metadata jsonb_path_ops);
create index threads_titled on threads (updated_at desc) where metadata ->> 'title' is not null;
create index threads_of_status on threads (status, updated_at desc, thread_id desc) where status <> 'idle';
