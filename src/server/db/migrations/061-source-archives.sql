-- What was uploaded to be deployed; whole once its hash is there.
create table source_archives (
  id uuid primary key,
  deployment_id uuid not null references deployments (id) on delete cascade,
  -- Of the token that its address carries.
  token_hash text not null,
  expires_at timestamptz not null,
  -- Who is sending it at the moment: a later attempt takes the place of one that broke off.
  receiving text,
  sha256 text,
  bytes integer
);
create index source_archives_deployment on source_archives (deployment_id);
create table source_archive_parts (
  archive_id uuid not null references source_archives (id) on delete cascade,
  number integer not null,
  data bytea not null,
  primary key (archive_id, number)
);
-- It is packed already.
alter table source_archive_parts alter column data set storage external;
