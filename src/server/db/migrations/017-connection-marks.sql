-- How operators tell servers apart; the local stack, which has no row in "connections", may be marked too.
create table connection_marks (
  connection_id text primary key,
  color text,
  is_production boolean not null default false
);
