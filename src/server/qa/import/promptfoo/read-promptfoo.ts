import type { Check } from '../../../../contract/qa/cases.ts'
import type { ImportFault } from '../../../../contract/qa/suites.ts'
import { endOfReading, type FoundCase, type FoundInFile, mostRows, nothingFound } from '../found.ts'
import { isRecord } from '../is-record.ts'
import { LeftOut } from '../left-out.ts'
import { readAssertion } from './assertion.ts'
import { flatAssertions, type PlacedAssertion } from './flat-assertions.ts'
import { isElsewhere, type Prompt, readPrompts } from './prompts.ts'
import { testsByLine } from './tests-by-line.ts'
import { asText, combinations, filled, hasTemplate, type Vars, withOurVariables } from './vars.ts'
import { readYaml, type YamlFile } from './yaml-file.ts'

/** Fields that are taken over, or say nothing of a case. */
const knownOfFile = [
  'prompts',
  'tests',
  'defaultTest',
  'assertionTemplates',
  'description',
  '$schema',
]
const knownOfTest = ['vars', 'assert', 'description']

/** A test of the file with what the default test adds. */
interface Test {
  path: readonly PropertyKey[]
  description: string
  vars: Vars
  assertions: PlacedAssertion[]
}

/** A promptfoo configuration, or a file of tests alone, in YAML or one a line: a case for each test with each prompt. */
export function readPromptfoo(text: string): FoundInFile {
  const lines = testsByLine(text)
  if (lines) return new PromptfooReader(lines.file, lines.faults).read()
  const file = readYaml(text)
  return 'message' in file
    ? { ...nothingFound(), faults: [file] }
    : new PromptfooReader(file).read()
}

class PromptfooReader {
  readonly #file: YamlFile
  readonly #config: Record<string, unknown>
  readonly #testsPath: readonly PropertyKey[]
  readonly #leftOut = new LeftOut()
  readonly #faults: ImportFault[]

  constructor(file: YamlFile, faults: ImportFault[] = []) {
    this.#file = file
    this.#faults = faults
    // A file of tests alone is a list.
    const isList = Array.isArray(file.value)
    const tests = isList ? file.value : undefined
    this.#config = isRecord(file.value) ? file.value : { tests }
    this.#testsPath = isList ? [] : ['tests']
  }

  read(): FoundInFile {
    const { placeOf } = this.#file
    // Where all prompts stand elsewhere, a variable is one, as where the file names none.
    const here = readPrompts(this.#config.prompts, placeOf, this.#leftOut)
    const prompts = here?.length === 0 ? null : here
    const tests = this.#tests()
    const cases: FoundCase[] = []
    for (const test of tests) {
      if (cases.length + this.#faults.length >= mostRows) {
        this.#faults.push(endOfReading(placeOf(test.path)))
        break
      }
      cases.push(...this.#casesOf(test, prompts))
    }
    this.#nameUnknown(this.#config, [], knownOfFile)
    const variables = new Set(cases.flatMap(({ content }) => Object.keys(content.variables ?? {})))
    return {
      cases,
      faults: this.#faults,
      left_out: this.#leftOut.sentences(),
      variables: [...variables],
    }
  }

  #tests(): Test[] {
    const { tests, defaultTest, assertionTemplates } = this.#config
    if (!Array.isArray(tests)) {
      const message =
        typeof tests === 'string'
          ? `The tests stand in another file, “${tests}”. Import that one.`
          : 'Here a list of “tests” was expected.'
      this.#faults.push({ ...this.#file.placeOf(this.#testsPath), message })
      return []
    }
    const base = isRecord(defaultTest) ? defaultTest : {}
    if (isRecord(defaultTest)) this.#nameUnknown(base, ['defaultTest'], knownOfTest)
    else if (defaultTest) this.#nameUnknown({ defaultTest }, [], [])
    const baseAssertions = flatAssertions(
      base.assert,
      ['defaultTest', 'assert'],
      assertionTemplates,
    )
    return tests.flatMap((test, index) => {
      const path = [...this.#testsPath, index]
      if (!isRecord(test)) {
        const message =
          typeof test === 'string' && isElsewhere(test)
            ? `Tests stand in another file, “${test}”. Import that one.`
            : 'A test is an object with “vars” and “assert”.'
        this.#faults.push({ ...this.#file.placeOf(path), message })
        return []
      }
      this.#nameUnknown(test, path, knownOfTest)
      const own = flatAssertions(test.assert, [...path, 'assert'], assertionTemplates)
      return [
        {
          path,
          description: typeof test.description === 'string' ? test.description : '',
          vars: { ...this.#vars(base.vars, ['defaultTest']), ...this.#vars(test.vars, path) },
          assertions: [...own, ...baseAssertions],
        },
      ]
    })
  }

  /** Without those whose values stand in other files. */
  #vars(vars: unknown, path: readonly PropertyKey[]): Vars {
    if (!isRecord(vars)) {
      if (vars !== undefined && vars !== null) {
        const { line } = this.#file.placeOf([...path, 'vars'])
        this.#leftOut.add('Variables that stand in another file are not taken over', line)
      }
      return {}
    }
    const here = Object.entries(vars).filter(([name, value]) => {
      const isHere =
        typeof value !== 'string' || !/^[a-z]+:\/\/\S+$/.test(value) || value.startsWith('http')
      const { line } = this.#file.placeOf([...path, 'vars', name])
      if (!isHere) this.#leftOut.add(`The variable “${name}” stands in another file`, line)
      return isHere
    })
    return Object.fromEntries(here)
  }

  #casesOf(test: Test, prompts: Prompt[] | null): FoundCase[] {
    return combinations(test.vars, Math.ceil(mostRows / (prompts?.length || 1))).flatMap((vars) => {
      if (prompts) return prompts.slice(0, mostRows).map((one) => this.#caseOf(test, vars, one))
      const name = nameOfPrompt(vars)
      const place = this.#file.placeOf(test.path)
      if (name === null) {
        const message = 'There is no prompt, and no variable that could be one.'
        this.#faults.push({ ...place, message })
        return []
      }
      if (this.#config.prompts) {
        this.#leftOut.add(`The variable “${name}” is sent, for want of a prompt`, place.line)
      }
      return [this.#caseOf(test, vars, { turns: [`{{${name}}}`] })]
    })
  }

  #caseOf(test: Test, vars: Vars, prompt: Prompt): FoundCase {
    const { placeOf } = this.#file
    const place = placeOf(test.path)
    const turns = prompt.turns.map((text) => withOurVariables(text, vars))
    if (turns.some(({ text }) => hasTemplate(text))) {
      this.#leftOut.add(
        'Templates that are more than the name of a variable are sent as they are',
        place.line,
      )
    }
    const checks: Check[] = []
    const places: (readonly PropertyKey[])[] = []
    const expected: string[] = []
    for (const { assertion, path } of test.assertions) {
      const taken = readAssertion(assertion, vars)
      checks.push(...taken.checks)
      places.push(...taken.checks.map(() => path))
      if (taken.expected) expected.push(taken.expected)
      if (taken.leftOut) this.#leftOut.add(taken.leftOut, placeOf(path).line)
    }
    const spent = turns.flatMap((turn) => turn.spent)
    return {
      line: place.line,
      words: test.description || filled(prompt.turns[0] ?? '', vars),
      content: {
        turns: turns.map(({ text }) => ({ do: 'send', text })),
        expected: expected.join('\n'),
        checks,
        variables: Object.fromEntries(
          Object.entries(vars).flatMap(([name, value]) =>
            spent.includes(name) ? [] : [[name, asText(value)]],
          ),
        ),
      },
      placeOf: ([field, index]) =>
        placeOf((field === 'checks' && places[Number(index)]) || test.path),
    }
  }

  #nameUnknown(value: object, path: readonly PropertyKey[], known: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue
      const { line } = this.#file.placeOf([...path, name])
      this.#leftOut.add(`“${name}” is not taken over`, line)
    }
  }
}

/** Where no prompt stands in a file: the variable that is one by its name, or the only one. */
function nameOfPrompt(vars: Vars): string | null {
  const names = Object.keys(vars)
  const usual = ['prompt', 'input', 'message', 'question', 'query']
  const named = usual.find((one) => names.includes(one))
  return named ?? (names.length === 1 ? (names[0] ?? null) : null)
}
