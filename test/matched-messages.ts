import type { SourceFile } from './import-rules.ts'

const matches = [
  /\bmessage\)?\??\.(includes|startsWith|endsWith|match|search)\(/,
  /\.(test|exec)\((\(\w+ as \w+\)\.|(\w+\.)*)message\b/,
  /\.message\)? [!=]== ['"`]/,
]

/**
 * The files that tell errors apart by the words of their messages. What is ours has codes: words are for people, and
 * change.
 */
export function matchesMessages(files: SourceFile[]): string[] {
  return files
    .filter(({ source }) => matches.some((match) => match.test(source)))
    .map(({ path }) => path)
}

/** Those that read the words of others, who have no codes, and whose words they are. */
export const wordsOfOthers: Readonly<Record<string, string>> = {
  'src/chat/conversation/runs/run-outcome.ts': 'agent servers that tell a cancel by a bare word',
  'src/chat/session/refusal.ts': 'agent servers that refuse a busy thread',
  'src/contract/exact-json.ts': 'the engine, of a number without end',
  'src/server/executor/project/line-within.ts': 'Node, of a module that is not found',
  'src/server/http/issue-words.ts': 'the library of schemas',
  'src/server/qa/import/promptfoo/yaml-file.ts': 'the library of YAML',
  'src/ui/json-editor/fault-text.ts': 'the engine, of JSON that cannot be read',
}
