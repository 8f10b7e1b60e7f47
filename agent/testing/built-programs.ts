import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const built = join(import.meta.dirname, 'dist')

/** The agent as it is delivered. */
export const agentProgram = join(import.meta.dirname, '../dist/main.js')

/** A program of this folder, such as `record-until-killed`. */
export const programForTests = (name: string): string => join(built, `${name}.js`)

/** Builds both, for tests that start them. */
export async function buildPrograms(): Promise<void> {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  // Findings in files that others are writing must not stop a test; what it needs is emitted anyway.
  await promisify(execFile)(process.execPath, [tsc, '-b', import.meta.dirname]).catch(() => undefined)
}
