-- What a session of the QA desk makes on what serves stands in no list, chart or sum of the deployment, unless it is
-- asked for. Its threads and runs say so in their metadata; lists find the others by these.
create index runs_newest_own on runs (created_at desc, position desc)
  where not (metadata ? 'qa_session' and not metadata ? 'preview_of');
create index runs_of_deployment_own on runs (deployment_id, created_at desc, position desc)
  where not (metadata ? 'qa_session' and not metadata ? 'preview_of');
create index threads_newest_own on threads (updated_at desc, thread_id desc)
  where not (metadata ? 'qa_session' and not metadata ? 'preview_of');
create index threads_of_deployment_own on threads (deployment_id, updated_at desc)
  where not (metadata ? 'qa_session' and not metadata ? 'preview_of');

-- What was spent stays when its run is gone, and so do some votes: both keep the word themselves.
alter table run_usage add column of_session boolean not null default false;
update run_usage u set of_session = true from runs r
  where r.run_id = u.run_id and r.metadata ? 'qa_session' and not r.metadata ? 'preview_of';
alter table feedback add column of_session boolean not null default false;
update feedback f set of_session = true from runs r
  where r.run_id = f.run_id and r.metadata ? 'qa_session' and not r.metadata ? 'preview_of';
