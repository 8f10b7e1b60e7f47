import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { verifyPrograms } from './verify-programs.js'

const receivers = new URL('../../../../../../test/receivers/', import.meta.url)

it.each([
  ['TypeScript', 'is-genuine.ts'],
  ['Python', 'is_genuine.py'],
] as const)('the program in %s is the one that is tried as a receiver', async (language, file) => {
  expect(`${verifyPrograms[language]}\n`).toBe(await readFile(new URL(file, receivers), 'utf8'))
})
