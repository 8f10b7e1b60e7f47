import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findImports } from '../architecture/imports.js'
import { placeOf, resolveFrom } from '../architecture/place.js'
import { readTree } from '../architecture/read-tree.js'
import { type Token, tokenize } from '../architecture/tokens.js'
import { repositoryRoot } from '../harness/program.js'
import { exists, pathOf, textOf } from './repository.js'

const execute = promisify(execFile)

/** What is started, or imported by its name, from outside. */
const entries = {
  protocol: ['index.ts', 'live/media-frame.ts'],
  cloud: ['main.ts', 'cli.ts', 'index.ts'],
  agent: ['main.ts', 'index.ts'],
} as const
type Product = keyof typeof entries
const products: readonly Product[] = ['protocol', 'cloud', 'agent']

const Manifest = z.object({
  files: z.array(z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestOf = (product: Product) => Manifest.parse(JSON.parse(textOf(`${product}/package.json`)))

const sources = new Map<string, readonly Token[]>()
beforeAll(async () => {
  for (const { path: file, source } of await readTree(repositoryRoot)) sources.set(file, tokenize(source))
})

/** What the compiler makes `dist` of, in images and tarball alike. */
async function compiledOf(product: Product): Promise<string[]> {
  const tsc = pathOf('node_modules/typescript/bin/tsc')
  const args = [tsc, '--project', pathOf(`${product}/src`), '--listFilesOnly']
  const { stdout } = await execute(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 1 << 24 })
  return stdout
    .split('\n')
    .map((file) => path.relative(repositoryRoot, path.resolve(repositoryRoot, file.trim())))
    .filter(
      (file) => file.startsWith(`${product}${path.sep}`) && !/[\\/](?:dist|node_modules)[\\/]/.test(file),
    )
    .map((file) => file.split(path.sep).join('/'))
}

/** All that a program of the product loads: what it imports, and what it starts by its name. */
function reachedBy(product: Product): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting: string[] = entries[product].map((entry) => `${product}/src/${entry}`)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const tokens = sources.get(file)
    if (tokens === undefined || reached.has(file)) continue
    reached.add(file)
    for (const { kind, text } of tokens)
      if (kind === 'string' && /^\.{1,2}\/.*\.js$/.test(text)) waiting.push(resolveFrom(file, text))
  }
  return reached
}

/**
 * What goes into an image, as `pnpm deploy` takes it: what the manifest names in `files`, a folder or some of its files,
 * without what `!` takes away.
 */
function packedOf(product: Product): string[] {
  const { files } = manifestOf(product)
  const names = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`)
  const wanted = files.filter((pattern) => !pattern.startsWith('!')).map(names)
  const left = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => names(pattern.slice(1)))
  const folders = new Set(files.map((pattern) => pattern.replace(/^!/, '').replace(/\/[^/]*\*.*$/, '')))
  return [...folders]
    .filter((folder) => exists(`${product}/${folder}`))
    .flatMap((folder) =>
      readdirSync(pathOf(`${product}/${folder}`), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(pathOf(product), path.join(entry.parentPath, entry.name))),
    )
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => wanted.some((name) => name.test(file)) && !left.some((name) => name.test(file)))
}

/** `zod` of `zod/v4`, `@sightline/protocol` of `@sightline/protocol/testing`. */
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

describe.each(products)('the product %s', (product) => {
  it('is compiled from no test, fake or fixture, and from nothing that only those reach', async () => {
    const compiled = await compiledOf(product)
    expect(compiled).toEqual(
      expect.arrayContaining(entries[product].map((entry) => `${product}/src/${entry}`)),
    )
    expect(compiled.filter((file) => placeOf(file)?.isTest !== false)).toEqual([])
    const reached = reachedBy(product)
    // Tables add themselves to the types of the database, which takes no import.
    const isType = (file: string) => file.endsWith('.d.ts') || file.endsWith('.table.ts')
    expect(compiled.filter((file) => !reached.has(file) && !isType(file))).toEqual([])
  })

  it('imports only packages that are installed with it', () => {
    const { dependencies, optionalDependencies } = manifestOf(product)
    const installed = Object.keys({ ...dependencies, ...optionalDependencies })
    const missing = [...sources].flatMap(([file, tokens]) => {
      const place = placeOf(file)
      if (place?.package !== product || place.isTest) return []
      return findImports(tokens)
        .map(({ specifier }) => specifier)
        .filter((specifier) => !/^[.#]/.test(specifier) && !isBuiltin(specifier))
        .filter((specifier) => !installed.includes(packageOf(specifier)))
        .map((specifier) => `${file}: ${specifier}`)
    })
    expect(missing).toEqual([])
  })

  it('packs no test, fake or fixture, and no list of them', () => {
    const packed = packedOf(product)
    expect(packed).toContain('dist/index.js')
    const ofTests = /\.(?:test|fake|fixture)\.|(?:^|\/)(?:testing|contract|fakes|fixtures)\/|tsbuildinfo$/
    expect(packed.filter((file) => ofTests.test(file))).toEqual([])
  })
})

describe.each(['cloud', 'agent'] as const)('the image of the %s', (product) => {
  const lines = textOf(`${product}/Dockerfile`).replace(/\\\n/g, ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))

  it('is built from the sources of the product, and holds what is packed of it and the licence', () => {
    const built = lines.flatMap((line) => [...line.matchAll(/tsc --build (\S+)/g)].map(([, what]) => what))
    expect(built).toEqual([`${product}/src`])
    expect(
      lines.filter((line) => line.includes(`--filter @sightline/${product} deploy --prod `)),
    ).toHaveLength(1)
    expect(last.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual([
      'COPY --from=build /app /app',
      'COPY LICENSE /app/LICENSE',
    ])
  })

  it('finds nothing built before: what a checkout has in dist stays out', () => {
    expect(textOf('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['**/dist', '**/node_modules', '**/*.tsbuildinfo']),
    )
  })
})
