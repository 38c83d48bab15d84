import path from 'node:path'
import { keepReadySuites } from '../../qa/suites/ready-suites.ts'
import { deployExamples, deployPythonExamples } from '../examples.ts'
import { packageFolder } from '../package-folder.ts'
import type { Foundations } from './foundations.ts'

/**
 * What is there on a first start: the examples, their suites, and in the background those in Python. Answers a
 * sentence for the person who started the server where the examples could not be deployed, else null.
 */
export async function startFirstDeployments(ground: Foundations): Promise<string | null> {
  const { options, dataDir, parts, database, listener, apiKey, log, now, report } = ground
  if (options.hasExamples === false) return null
  const baseUrl = `${listener.ownUrl}/api-host`
  const deployPython = () => {
    const looking = new AbortController()
    parts.pythonExamples = looking
    deployPythonExamples({ baseUrl, apiKey: apiKey(), signal: looking.signal })
      .then((sentence) => sentence && log.info(sentence))
      .catch((error: unknown) => looking.signal.aborted || report(error as Error))
  }
  return deployExamples({
    dataDir,
    packageFolder,
    baseUrl,
    apiKey: apiKey(),
    onDeployed: async () => {
      await keepReadySuites(database, path.join(packageFolder, 'examples/suites'), now())
      if (options.hasPythonExamples) deployPython()
    },
  })
}
