-- When a visitor agreed to what the embed says of their data; null where they did not.
alter table embed_visitors add column consented_at timestamptz;
