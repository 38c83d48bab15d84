/**
 * Breaks rules one by one and looks whether their tests notice: `npm run mutants`, or with a part of a file's name or
 * of a rule for those alone. Ends with 1 when too many mutations live, or one that docs/mutation-testing.md does
 * not give a reason for.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Language, MutatedTests } from './mutated-tests.ts'
import { type Mutation, mutation } from './mutation.ts'
import { mutationsOf } from './operators.ts'
import { rules } from './rules.ts'
import { sqlMutationsOf } from './sql-operators.ts'
import { stores, subjects } from './subjects.ts'

const root = path.resolve(import.meta.dirname, '../..')
const docs = 'docs/mutation-testing.md'
const least = 0.85
const [part = ''] = process.argv.slice(2)

interface Trial {
  name: string
  tests: readonly string[]
  mutations: Mutation[]
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** How a mutation is called, here and in the docs. */
const nameOf = ({ file, from, to }: Mutation) => `\`${file}\`: \`${to}\` instead of \`${from}\``

function trialsOf(): Trial[] {
  const ofFiles = subjects.map(({ files, tests }) => ({
    name: files.join(', '),
    tests,
    mutations: files.flatMap((file) => mutationsOf(file, read(file))),
  }))
  const ofStores = stores.map(({ files, tests }) => ({
    name: files.join(', '),
    tests,
    mutations: files.flatMap((file) => sqlMutationsOf(file, read(file))),
  }))
  const ofRules = rules.map(({ says, file, from, to, tests }) => {
    const source = read(file)
    const start = source.indexOf(from)
    if (start < 0 || source.indexOf(from, start + 1) >= 0)
      throw new Error(`${file} does not hold this once, for “${says}”: ${from}`)
    const change = { start, end: start + from.length, text: to }
    return { name: `${says} (${file})`, tests, mutations: [mutation(file, source, change)] }
  })
  return [...ofFiles, ...ofStores, ...ofRules].filter(({ name }) => name.includes(part))
}

/** Which mutations of a trial live. Rejects when the tests fail without any. */
async function livingOf(tested: MutatedTests, { tests, mutations }: Trial): Promise<Mutation[]> {
  const living: Mutation[] = []
  for (const one of mutations) if (await tested.pass(tests, one)) living.push(one)
  return living
}

/** Of the graphs that notice it: what is written in Python runs those in Python. */
function languageOf({ mutations }: Trial): Language {
  return mutations.some(({ file }) => file.endsWith('.py')) ? 'python' : 'javascript'
}

async function testedIn(language: Language): Promise<MutatedTests> {
  const known = opened.get(language)
  if (known) return known
  const tests = [...new Set(trials.flatMap((trial) => trial.tests))]
  const tested = await MutatedTests.open(root, { tests, language })
  opened.set(language, tested)
  return tested
}

const trials = trialsOf()
if (trials.length === 0) {
  console.error(`No rule and no file has “${part}” in its name.`)
  process.exit(1)
}
const opened = new Map<Language, MutatedTests>()
const living: Mutation[] = []
const sound = new Set<string>()
let tried = 0
try {
  for (const trial of trials) {
    const tested = await testedIn(languageOf(trial))
    const tests = trial.tests.join()
    const name = `${languageOf(trial)} ${tests}`
    if (!sound.has(name) && !(await tested.pass(trial.tests, null)))
      throw new Error(`Without a mutation these tests fail already: ${tests}`)
    sound.add(name)
    const found = await livingOf(tested, trial)
    tried += trial.mutations.length
    living.push(...found)
    console.log(
      `${trial.mutations.length - found.length} of ${trial.mutations.length}  ${trial.name}`,
    )
    for (const one of found) console.log(`   lives, line ${one.line}: ${nameOf(one)}`)
  }
} finally {
  for (const tested of opened.values()) await tested.close()
}

const known = read(docs)
const unknown = living.filter((one) => !known.includes(nameOf(one)))
const rate = (tried - living.length) / tried
console.log(`${tried - living.length} of ${tried} killed, ${(rate * 100).toFixed(1)} %.`)
if (unknown.length > 0) console.log(`${unknown.length} live without a reason in ${docs}.`)
process.exit(rate < least || unknown.length > 0 ? 1 : 0)
