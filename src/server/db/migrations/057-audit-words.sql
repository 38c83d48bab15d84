-- What a write was about, by its name then, and which fields it set; never the value of a secret.
alter table audit_log add column subject_name text;
alter table audit_log add column changes jsonb;
