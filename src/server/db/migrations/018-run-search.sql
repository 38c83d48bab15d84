-- What a run is found by over all threads and deployments: "question" is the first text of its input, "answer" the
-- last of the agent's after it, "words" the words of both and of its error (run-words.ts makes them).
alter table runs add column question text;
alter table runs add column answer text;
alter table runs add column words tsvector;

-- Of earlier runs it is known where their thread tells it: of its first question and its last answer.
update runs r set
  question = left(t.summary ->> 'first_message', 200),
  words = to_tsvector('simple', lower(left(t.summary ->> 'first_message', 200)))
from threads t
where t.thread_id = r.thread_id and t.summary ->> 'first_message' is not null
  and not exists (select 1 from runs o where o.thread_id = r.thread_id and o.position < r.position);
update runs r set
  answer = left(t.summary ->> 'last_message', 200),
  words = coalesce(r.words, ''::tsvector)
    || to_tsvector('simple', lower(left(t.summary ->> 'last_message', 200)))
from threads t
where t.thread_id = r.thread_id and t.summary ->> 'last_message' is not null and r.ended_at is not null
  and not exists (select 1 from runs o where o.thread_id = r.thread_id and o.position > r.position);

create index runs_newest on runs (created_at desc, position desc);
create index runs_of_deployment on runs (deployment_id, created_at desc, position desc);
create index runs_of_assistant on runs (assistant_id, created_at desc, position desc);
create index runs_of_revision on runs (revision_id, created_at desc, position desc);
-- Most runs succeed, and are found without it.
create index runs_of_status on runs (status, created_at desc, position desc) where status <> 'success';
create index runs_by_duration on runs ((ended_at - started_at), position);
create index runs_by_words on runs using gin (words);
create index runs_by_metadata on runs using gin (metadata jsonb_path_ops);
