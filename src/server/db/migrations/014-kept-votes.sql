-- Votes on runs of servers without a feedback service, which are kept here: of which connection. Null for the
-- local stack's own. They go with their connection.
alter table feedback_tokens add column connection_id uuid;
alter table feedback add column connection_id uuid;
create index feedback_by_connection on feedback (connection_id, first_created_at)
  where connection_id is not null and superseded_at is null;

create function delete_feedback_of_connections() returns trigger language plpgsql as $$
begin
  delete from feedback_tokens token using gone where token.connection_id = gone.id;
  return null;
end
$$;
create trigger feedback_of_deleted_connections after delete on connections
  referencing old table as gone for each statement execute function delete_feedback_of_connections();
