// @ts-check
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * One line of the standard input, so that no password stands in a command line or the shell's history.
 * On a terminal it is asked for and not shown.
 * @param {string} question @returns {Promise<string>} without the line's end; empty when the input ends before
 */
export async function readSecretLine(question) {
  const isTerminal = process.stdin.isTTY === true
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isTerminal) process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
