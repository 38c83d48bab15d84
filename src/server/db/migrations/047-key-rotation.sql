-- When the API key took the place of another one.
alter table installation add column api_key_made_at timestamptz;
