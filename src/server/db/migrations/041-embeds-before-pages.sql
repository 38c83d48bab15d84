-- Whoever made an embed before pages were told to agents and counted has not chosen that, nor told visitors of it.
update embeds set settings = settings || '{"reads_page": false}' where not settings ? 'reads_page';
