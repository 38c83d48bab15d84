/** What a filter sees of an item (published): the fields of its value, its namespace and its key. */
export const itemMetadata = `(value || jsonb_build_object('namespace', to_jsonb(namespace), 'key', key))`
