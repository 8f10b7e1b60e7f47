import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pathOf, textOf } from './repository.js'

/** What something is done to, as the first part of a deed's name says. */
const kinds =
  'alert|alert_rule|auth|camera|compiled_version|event|gateway|judge_budget|live_token|organisation|prompt_pack|push_subscription|retention|service_account|session|site|user|view|webhook'
const deed = new RegExp(`'((?:${kinds})\\.[a-z_]+)'`, 'g')

/** What is logged has names of the same form. */
const logged = /\blog\s*\.\w+\([\s\S]*?'[a-z_.]+'[\s,]*\)/g

/** Every name of a deed in the programs that write the audit. */
function deedsInSources(): string[] {
  const sources = readdirSync(pathOf('cloud/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => textOf(`cloud/src/${file}`))
    .map((text) => text.replaceAll(logged, ''))
    .filter((text) => /\b(recordAudit|refused: ')/.test(text))
  return [...new Set(sources.flatMap((text) => [...text.matchAll(deed)].map(([, name = '']) => name)))]
}

/** What the console has words for, by the file of its language. */
const worded = (language: 'en' | 'de'): string[] =>
  [...textOf(`cloud/console/src/text/${language}/audit.ts`).matchAll(/^ {2}'([a-z_]+\.[a-z_]+)':/gm)].map(
    ([, name = '']) => name,
  )

it.each(['en', 'de'] as const)('the console says every deed of the audit in %s', (language) => {
  const deeds = deedsInSources()
  expect(deeds.length).toBeGreaterThan(80)
  const known = new Set(worded(language))
  expect(deeds.filter((name) => !known.has(name))).toEqual([])
})
