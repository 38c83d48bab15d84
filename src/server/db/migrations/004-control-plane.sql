-- What a redeploy took its commit, configuration and secrets from; null for every other revision.
alter table revisions add column redeploy_of uuid;

-- Write-only: encrypted, and opened for this record alone. Null for a client without a secret.
alter table oauth_providers add column sealed_client_secret text;
