import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, exists, pages, pathOf, proseOf, textOf } from './repository.js'

const relativeLinks = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^(https?:|mailto:)/.test(target) ? [] : [target],
  )

/** As GitHub makes the anchor of a heading. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(pages())('%s', (page) => {
  it('links to what is there', () => {
    const broken = relativeLinks(page).filter((target) => {
      const [file = '', anchor] = target.split('#')
      const linked = file === '' ? page : path.join(path.dirname(page), file)
      return !exists(linked) || (anchor !== undefined && !anchorsOf(linked).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('names npm commands that exist', () => {
    const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
    const named = [...textOf(page).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !scripts.includes(name))).toEqual([])
  })

  it('shows shell that a shell can read', () => {
    const complaints = blocksOf(page, 'sh', 'bash').flatMap((text) => {
      // A word such as <code> stands for something; for the shell it would be a redirection.
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text.replace(/<[a-z][^>\n]*>/g, 'word') })
      return status === 0 ? [] : [`${stderr.toString()}\n${text}`]
    })
    expect(complaints).toEqual([])
  })
})

describe('README.md', () => {
  it('shows the script of the first clip as it is', () => {
    expect(blocksOf('README.md', 'bash')).toContain(textOf('docs/first-clip.sh'))
  })

  it.each([
    ['Settings of the cloud', 'cloud/src/platform/config.ts', /^ {2}([A-Z][A-Z0-9_]+): setting\(/gm],
    ['Settings of the agent', 'agent/src/platform/config.ts', /^ {2,4}([A-Z][A-Z_]+): optionalText/gm],
  ])('%s: all that %s reads, and nothing else', (heading, file, declaration) => {
    const read = [...textOf(file).matchAll(declaration)].map(([, name = '']) => name)
    const section = textOf('README.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const shown = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    )
    expect(read).not.toEqual([])
    expect(shown.toSorted()).toEqual(read.toSorted())
  })
})

describe('agent/README.md', () => {
  const page = textOf('agent/README.md')

  it('names every command of the agent, as README.md does', () => {
    const files = readdirSync(pathOf('agent/src/commands')).filter((file) => !file.includes('.test.'))
    const commands = files.flatMap((file) =>
      [
        ...textOf(`agent/src/commands/${file}`).matchAll(/agent\s*\.command\('([\w-]+)'(?!, \{ hidden)/g),
      ].flatMap(([, name = '']) => name),
    )
    expect(commands.length).toBeGreaterThan(5)
    const named = textOf('README.md')
      .split('\n')
      .find((line) => line.startsWith('| `npm run agent'))
    for (const command of commands) {
      expect(page).toMatch(new RegExp(`^\\| \`agent ${command}\\b`, 'm'))
      expect(named).toContain(`\`${command}\``)
    }
  })

  it('has the settings of README.md', () => {
    const settingsIn = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^\| `[A-Z_]+`/.test(line))
        .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    const section = textOf('README.md').split('## Settings of the agent\n')[1]?.split('\n## ')[0] ?? ''
    expect(settingsIn(page)).toEqual(settingsIn(section))
  })
})

const manifests = [
  'package.json',
  ...[
    'protocol',
    'cloud',
    'cloud/client',
    'cloud/console',
    'cloud/console/player',
    'agent',
    'test',
    'test/integrator',
  ].map((name) => `${name}/package.json`),
]

it('has one version in all manifests: the newest of the changelog', () => {
  const newest = /^## (\d+\.\d+\.\d+)$/m.exec(textOf('CHANGELOG.md'))?.[1]
  for (const file of manifests) expect(JSON.parse(textOf(file))).toMatchObject({ version: newest })
})

it('lists every direct dependency with its reason', () => {
  const named = manifests.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf(file))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const listed = ['What the product runs on', 'What tests and tools need']
    .flatMap(
      (heading) =>
        textOf('docs/dependencies.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0]?.split('\n') ?? [],
    )
    .filter((line) => line.startsWith('| '))
    .flatMap((row) => (row.split('|')[1] ?? '').split(',').map((name) => name.trim()))
  expect([...new Set(named)].filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => name !== 'package' && !named.includes(name))).toEqual([])
})

it('lists every decision, numbered one by one', () => {
  const files = readdirSync(pathOf('docs/decisions')).filter((file) => file !== 'README.md')
  const index = textOf('docs/decisions/README.md')
  expect(files.filter((file) => !index.includes(`(${file})`))).toEqual([])
  const numbers = files.map((file) => file.slice(0, 4)).toSorted()
  expect(numbers).toEqual(numbers.map((_, place) => String(place + 1).padStart(4, '0')))
  for (const file of files) expect(textOf(`docs/decisions/${file}`)).toMatch(`# ${file.slice(0, 4)}: `)
})

describe('the decisions', () => {
  const form = /^\*\*(Open|Chosen|Why|Also looked at|Not done|Follows)(: [^*]+)?\.\*\*/

  it.each(readdirSync(pathOf('docs/decisions')).filter((file) => file !== 'README.md'))(
    '%s has the form of all',
    (file) => {
      const [title, ...parts] = textOf(`docs/decisions/${file}`).split('\n\n')
      expect(title).toMatch(/^# \d{4}: [^\n]+$/)
      expect(parts.filter((part) => /^(#|\*\*)/.test(part) && !form.test(part))).toEqual([])
      expect(form.exec(parts[0] ?? '')?.[1]).toBe('Open')
      expect(parts.some((part) => form.exec(part)?.[1] === 'Chosen')).toBe(true)
    },
  )
})

describe('docs/tour.md', () => {
  const page = textOf('docs/tour.md')

  it.each([
    ['Ten files', 10],
    ['From a trigger to its webhook', 25],
    ['A manual trigger, there and back', 20],
    ['An upload', 14],
  ])('%s: at most %i files, numbered one by one', (heading, most) => {
    const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    const steps = [...section.matchAll(/^(\d+)\. `[a-z]/gm)].map(([, number]) => Number(number))
    expect(steps).toEqual(steps.map((_, index) => index + 1))
    expect(steps.length).toBeGreaterThan(9)
    expect(steps.length).toBeLessThanOrEqual(most)
  })

  it('names files and folders that are there', () => {
    const named = [...page.matchAll(/`((?:protocol|cloud|agent|test)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((file) => !exists(file))).toEqual([])
  })
})
