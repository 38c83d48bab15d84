-- Names for what lists of the console are filtered by, for everybody. The local stack has views too, and no row in "connections".
create table saved_views (
  id uuid primary key,
  connection_id text not null,
  page text not null,
  name text not null,
  query text not null,
  created_by text,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz not null
);
create unique index saved_views_name_key on saved_views (connection_id, page, lower(name));
