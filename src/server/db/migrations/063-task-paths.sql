-- Where in its step a task was: what a step leaves is taken in in that order, also when it is read again.
alter table checkpoint_writes add column task_path text not null default '';
