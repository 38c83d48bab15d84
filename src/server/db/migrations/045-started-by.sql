-- What started a revision: {"via": "console", "name": "ada"}. Null for those that are older than this column.
alter table revisions add column started_by jsonb;
