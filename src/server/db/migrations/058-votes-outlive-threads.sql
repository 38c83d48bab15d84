-- A thread that was made for one run goes when that has ended. The addresses for its votes stay until they expire,
-- with what the votes are shown with ("about", "revision_id"), and its votes stay. What somebody deletes takes both
-- along as before.
alter table feedback_tokens add column outlives_run boolean not null default false;
alter table feedback_tokens add column revision_id uuid;
create index feedback_tokens_without_run on feedback_tokens (expires_at) where outlives_run;

create or replace function delete_feedback_of_runs() returns trigger language plpgsql as $$
begin
  delete from feedback_tokens token using gone where token.run_id = gone.run_id and not token.outlives_run;
  return null;
end
$$;
