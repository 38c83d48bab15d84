-- Large values of a state are stored deflated; then this is how many bytes they had before.
alter table checkpoint_blobs add column raw_size integer;
alter table checkpoint_writes add column raw_size integer;
-- The same of what a run gives those who wait for it; then "output" is null.
alter table runs add column packed_output bytea;
alter table runs add column output_bytes integer;
