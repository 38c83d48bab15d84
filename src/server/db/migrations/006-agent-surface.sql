-- Every version of an assistant; the assistant itself holds the one that runs take.
create table assistant_versions (
  assistant_id uuid not null references assistants on delete cascade,
  version integer not null,
  graph_id text not null,
  name text not null,
  description text,
  config jsonb not null,
  context jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (assistant_id, version)
);
insert into assistant_versions
select assistant_id, version, graph_id, name, description, config, context, metadata, created_at
from assistants;

-- A thread that was made for one run: no list shows it, and it goes when the run has ended.
alter table threads add column is_temporary boolean not null default false;
create index threads_temporary on threads (deployment_id) where is_temporary;

-- What graphs remember over all threads. "words" is what a search by words looks at, in lower case;
-- null when the item is not to be found by words.
create table store_items (
  deployment_id uuid not null,
  namespace text[] not null,
  key text not null,
  value jsonb not null,
  words text,
  ttl_minutes double precision,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (deployment_id, namespace, key)
);
create index store_items_expiring on store_items (expires_at) where expires_at is not null;
