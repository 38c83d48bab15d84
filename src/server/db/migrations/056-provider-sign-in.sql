-- People whom a provider of OpenID Connect signs in, and who they are there. They have no password unless one is given to them.
alter table operators alter column password_hash drop not null;
alter table operators add column provider_issuer text;
alter table operators add column provider_subject text;
create unique index operators_of_provider on operators (provider_issuer, provider_subject);
-- What the provider is shown when somebody signs out, sealed.
alter table operator_sessions add column sealed_id_token text;
