// @ts-check

/**
 * What the output of `npm audit --json` says: names of packages with a known weakness of high or critical
 * severity, or why there is no answer. A registry need not offer audits, and then nothing is known.
 * @param {string} output
 * @returns {{ weak: string[] } | { missing: string }}
 */
export function readAudit(output) {
  const start = output.indexOf('{')
  /** @type {{ vulnerabilities?: Record<string, { severity: string }>, metadata?: object, message?: string } | null} */
  let report = null
  try {
    report = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1))
  } catch {
    return { missing: 'npm gave no answer that can be read' }
  }
  if (!report?.vulnerabilities || !report.metadata) {
    return { missing: (report?.message ?? 'npm gave no report').replace(/ - .*$/s, '') }
  }
  const weak = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name} (${severity})`)
  return { weak }
}
