-- Kept builds that run beside what serves. To the agent server each is a deployment of its own.
create table previews (
  preview_id uuid primary key,
  deployment_id uuid not null references deployments (id) on delete cascade,
  revision_id uuid not null unique references revisions (id) on delete cascade,
  created_at timestamptz not null
);
create index previews_of_deployment on previews (deployment_id, created_at desc);

-- Its rollout ends before traffic is switched to it.
alter table revisions add column without_traffic boolean not null default false;
