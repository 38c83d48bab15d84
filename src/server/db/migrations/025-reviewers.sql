-- The role below viewer: judges the sessions of the tester's desk that name its users, and sees nothing else.
alter table operators drop constraint operators_role_check;
alter table operators add constraint operators_role_check
  check (role in ('reviewer', 'viewer', 'operator', 'admin'));
alter table api_tokens drop constraint api_tokens_role_check;
alter table api_tokens add constraint api_tokens_role_check
  check (role in ('reviewer', 'viewer', 'operator', 'admin'));
