-- What a client called the request that made a deployment, and the hash of that request without its secrets.
alter table deployments add column request_key text, add column request_hash text;
create unique index deployments_request_key on deployments (request_key);
