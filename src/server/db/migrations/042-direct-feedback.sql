-- A vote that a program made with the key: nobody was ever given an address for it.
alter table feedback_tokens add column is_direct boolean not null default false;
