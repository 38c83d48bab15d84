-- Of a vote that is kept for another server: the thread of its run, and the beginnings of what was asked and answered.
alter table feedback_tokens add column about jsonb;
