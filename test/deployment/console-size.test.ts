import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pathOf } from './repository.js'

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)

const dist = pathOf('cloud/console/dist')
const manifest = Manifest.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))

/** Every file that these entries load, themselves and by their imports. */
function filesOf(entries: readonly string[], seen = new Set<string>()): Set<string> {
  for (const entry of entries) {
    const chunk = manifest[entry]
    if (!chunk || seen.has(chunk.file)) continue
    for (const file of [chunk.file, ...chunk.css]) seen.add(file)
    filesOf(chunk.imports, seen)
  }
  return seen
}

const languages = ['en', 'de']

/** Words in one language that these files say; they come beside them. */
function wordsOf(files: ReadonlySet<string>, language: string): Set<string> {
  const entries = Object.values(manifest)
    .filter(({ file }) => files.has(file))
    .flatMap(({ dynamicImports }) => dynamicImports)
  return filesOf(entries.filter((entry) => entry.startsWith(`src/text/${language}/`)))
}

/** What these entries load beside what is there already, with their words in the language that takes the most. */
function sizeOf(entries: readonly string[], there: readonly string[] = []): number {
  const files = filesOf(entries)
  const common = filesOf(there)
  return Math.max(
    ...languages.map((language) => {
      const all = new Set([...files, ...wordsOf(files, language)])
      const before = new Set([...common, ...wordsOf(common, language)])
      return compressedKb([...all].filter((file) => !before.has(file)))
    }),
  )
}

const compressedKb = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0) / 1000

const page = ['index.html', 'src/before-paint.ts']
const signIn = [...page, 'src/screens/login/login-page.tsx']
const frame = [...page, 'src/inside.tsx']
const screens =
  manifest['src/inside.tsx']?.dynamicImports.filter((entry) => entry.startsWith('src/screens/')) ?? []

describe('script and style of the console, compressed', () => {
  it('signing in takes at most 120 kB', () => {
    expect(sizeOf(signIn)).toBeLessThanOrEqual(120)
  })

  it('the first live page takes at most 190 kB', () => {
    expect(screens).toContain('src/screens/live/live-page.tsx')
    expect(sizeOf([...frame, 'src/screens/live/live-page.tsx'])).toBeLessThanOrEqual(190)
  })

  it.each(screens)('%s adds at most 40 kB', (screen) => {
    expect(sizeOf([screen], frame)).toBeLessThanOrEqual(40)
  })
})

it.each([
  ['player.js', 30],
  ['mpeg1.js', 16],
  ['mse.js', 8],
])('%s of the player takes at most %i kB, compressed', (file, most) => {
  expect(statSync(pathOf(`cloud/console/player/dist/${file}.gz`)).size / 1000).toBeLessThanOrEqual(most)
})
