import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../harness/program.js'
import { counted } from './holdings.js'

const programs = ['agent', 'cloud'] as const

test.each(
  programs.flatMap((program) => counted[program].map(([file, name]) => [program, file, name] as const)),
)('%s/%s has the class %s, of which the objects are counted', (program, file, name) => {
  const source = readFileSync(path.join(repositoryRoot, program, 'src', `${file}.ts`), 'utf8')
  expect(source).toMatch(new RegExp(`^export class ${name}\\b`, 'm'))
})
