-- What a page says of its visitor: as its own server signed it, and as the browser alone has it.
alter table embed_visitors add column attributes jsonb not null default '{}';
alter table embed_visitors add column unverified_attributes jsonb not null default '{}';

-- The page that something was written or rated on, without what addresses hold of secrets.
alter table embed_messages add column page text;
alter table embed_votes add column page text;

-- Another vote on the same answer takes the place of the one before; of older votes nobody knows the answer.
alter table embed_votes add column answer text;
alter table embed_votes add column score double precision;
create unique index embed_votes_answer on embed_votes (visitor_id, answer);

-- Builds of the widget that pages may have fixed by their hash: they are served after the server has another.
create table widget_files (
  path text primary key,
  -- Base64.
  content text not null,
  kept_at timestamptz not null
);
