import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** What the console is made of, besides the packages. */
const sources = [
  'build.mjs',
  'package.json',
  'vite.config.ts',
  'index.html',
  'src',
  'worker',
  'public',
  'player/dist/player.js',
]

/** What is not compressed already. */
const compressible = /\.(html|js|css|svg|json|webmanifest)$/

/** Makes dist: the page, its parts under hashed names, and each part compressed. */
async function buildConsole() {
  const { build } = await import('vite')
  await build({ root: here('.'), configFile: here('vite.config.ts'), logLevel: 'warn' })
  const files = (await filesIn(here('dist'))).filter((file) => compressible.test(file))
  await Promise.all(files.map(compress))
  await writeFile(here('dist/.built'), '')
}

async function compress(file) {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Whether what was made is newer than all that it is made of. */
async function isFresh() {
  const made = await stat(here('dist/.built')).catch(() => null)
  if (!made) return false
  const files = await Promise.all(
    sources.map(async (source) =>
      (await stat(here(source))).isDirectory()
        ? [here(source), ...(await filesIn(here(source)))]
        : [here(source)],
    ),
  )
  const times = await Promise.all(files.flat().map(async (file) => (await stat(file)).mtimeMs))
  return times.every((time) => time < made.mtimeMs)
}

if (!(await isFresh())) {
  // Half of a build is none.
  await rm(here('dist/.built'), { force: true })
  await buildConsole()
}
