-- A call of the deployment's own path is made in the name of the run's user, as text of JSON; the run may be gone by then.
alter table webhook_calls add column asked_as text;
