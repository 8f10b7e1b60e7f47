import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../harness/program.js'
import { counted, countedIn } from './holdings.js'

const programs = ['agent', 'cloud'] as const

test.each(
  programs.flatMap((program) => counted[program].map(([file, name]) => [program, file, name] as const)),
)('%s/%s has the class %s, of which the objects are counted', (program, file, name) => {
  const source = readFileSync(path.join(repositoryRoot, program, 'src', `${file}.ts`), 'utf8')
  expect(source).toMatch(new RegExp(`^export class ${name}\\b`, 'm'))
})

test('classes are counted by their names, and one that must be there and is not is said', () => {
  const all = new Map(counted.agent.map(([, name]) => [name, 48] as const))
  expect(countedIn(new Map([...all, ['Map', 9]]), 'agent')).toEqual(all)
  all.delete('Recording')
  expect(countedIn(all, 'agent').get('Recording')).toBe(0)
  all.delete('PacketRing')
  expect(() => countedIn(all, 'agent')).toThrow('the agent has no object of PacketRing')
})
