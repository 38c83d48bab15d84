-- When the first message of a run's answer, or the first part of one, was told. Null where none was, and of earlier runs.
alter table runs add column first_token_at timestamptz;
