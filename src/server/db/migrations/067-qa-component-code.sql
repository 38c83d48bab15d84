-- What draws the components that an attempt's agent said, as its server handed it out then: once for each session.
create table qa_component_code (
  session_id uuid not null references qa_sessions on delete cascade,
  code_id text not null,
  code text not null,
  primary key (session_id, code_id)
);
alter table qa_attempts add column component_code text;
