import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { repositoryRoot } from '../harness/program.js'

/** An absolute path of a file of the repository. */
export const pathOf = (file: string): string => path.join(repositoryRoot, file)

export const textOf = (file: string): string => readFileSync(pathOf(file), 'utf8')

export function exists(file: string): boolean {
  return statSync(pathOf(file), { throwIfNoEntry: false }) !== undefined
}

/** Every page that people read, from the repository's root. */
export function pages(): string[] {
  const docs = readdirSync(pathOf('docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file))
  return ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'agent/README.md', ...docs]
}

/** The fenced blocks of a page in one of the languages. */
export function blocksOf(page: string, ...languages: readonly string[]): string[] {
  const fences = textOf(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)
  return [...fences].flatMap(([, language = '', text = '']) => (languages.includes(language) ? [text] : []))
}

/** A page without its fenced blocks and inline code. */
export function proseOf(page: string): string {
  return textOf(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '')
}
