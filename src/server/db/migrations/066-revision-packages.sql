-- What a revision was loaded with: its interpreter, and the packages that its modules found, by name.
create table revision_packages (
  revision_id uuid primary key references revisions (id) on delete cascade,
  runtime jsonb,
  packages jsonb not null
);
