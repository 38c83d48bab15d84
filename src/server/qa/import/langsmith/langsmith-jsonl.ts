import { type FoundInFile, nothingFound } from '../found.ts'
import { readJsonRows } from '../json/json-rows.ts'
import { LeftOut } from '../left-out.ts'
import { exampleCase } from './example-case.ts'

/** Examples of a LangSmith dataset, one a line or all in one list: `inputs`, `outputs`, `metadata`. */
export function readLangsmithJsonl(text: string): FoundInFile {
  const { rows, faults } = readJsonRows(text)
  const found = { ...nothingFound(), faults }
  const leftOut = new LeftOut()
  const variables = new Set<string>()
  for (const { line, value, placeOf } of rows) {
    const { inputs, outputs, reference_outputs, metadata, ...others } = value
    const fieldOf = new Map<PropertyKey | undefined, string>([
      ['expected', 'outputs'],
      ['variables', 'metadata'],
      ['tags', 'metadata'],
    ])
    const one = exampleCase(
      {
        line,
        inputs,
        outputs: outputs ?? reference_outputs,
        metadata,
        placeOf: ([field]) => placeOf([fieldOf.get(field) ?? 'inputs']),
      },
      leftOut,
    )
    if (typeof one === 'string') {
      faults.push({ ...placeOf(['inputs']), message: one })
      continue
    }
    for (const name of Object.keys(others)) leftOut.add(`“${name}” is not taken over`, line)
    for (const name of Object.keys(one.content.variables ?? {})) variables.add(name)
    found.cases.push(one)
  }
  found.variables.push(...variables)
  found.left_out.push(...leftOut.sentences())
  return found
}
