-- Which server rolls a revision out, and until when the others leave it alone; null when nobody does.
alter table revisions add column claimed_by text;
alter table revisions add column lease_until timestamptz;
-- Traffic is being switched: it is too late to end the rollout.
alter table revisions add column is_switching boolean not null default false;
-- {url, container}: what an external_docker revision is reached at, and the container that was started.
alter table revisions add column service jsonb;

-- What git signs in with at the repository; encrypted, and opened for this deployment alone.
alter table deployments add column sealed_repo_token text;
-- {status, checked_at, detail}: whether the server of an external_docker deployment answers.
alter table deployments add column health jsonb;

-- A known text, sealed: tells at a start whether the key is the one that the secrets were sealed with.
alter table installation add column sealed_key_check text;
