import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const jsmpeg = fileURLToPath(import.meta.resolve('@cycjimmy/jsmpeg-player'))
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Sources as they are written, also those of the client: no other build has to come first. */
const resolve = { conditionNames: ['source', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } }

/** What the player is made of besides its own sources. */
const besides = ['build.mjs', 'package.json']
const folders = ['src', '../../client/src']

/** What is made: the player, one file with its worker inside, and what it loads where it has to. */
const files = ['mpeg1.js', 'mse.js', 'player.js']

/** Makes them in dist, the player last. */
async function buildPlayer() {
  const { rolldown } = await import('rolldown')
  const bundle = bundler(rolldown)
  const worker = await bundle(here('src/decode/decode-worker.ts'), 'iife', [])
  const player = await bundle(here('src/index.ts'), 'es', [
    inlined('#decode-worker', `export default ${JSON.stringify(worker)}`),
  ])
  const mpeg1 = await bundle(here('src/mpeg1/mpeg1-decoder.ts'), 'es', [
    inlined('#mpeg1-video', await mpeg1Video()),
  ])
  const mse = await bundle(here('src/mse/mse-module.ts'), 'es', [])
  await mkdir(here('dist'), { recursive: true })
  await keepCompressed('dist/mpeg1.js', `/*! With the decoder of jsmpeg.\n${await licence()}*/\n${mpeg1}`)
  await keepCompressed('dist/mse.js', mse)
  await keepCompressed('dist/player.js', player)
}

/**
 * The decoder of jsmpeg, alone: the package exports one object that holds everything it has, and puts a style sheet into the
 * page when it is loaded.
 */
async function mpeg1Video() {
  const whole = await readFile(jsmpeg, 'utf8')
  const parts = { 'styleInject(css_248z);': '', 'export { JSMpeg as default };': 'export { MPEG1 };' }
  return Object.entries(parts).reduce((text, [part, other]) => {
    if (!text.includes(part)) throw new Error(`@cycjimmy/jsmpeg-player has no "${part}" any more`)
    return text.replace(part, other)
  }, whole)
}

/** The terms of jsmpeg go with it. */
const licence = () => readFile(join(dirname(jsmpeg), '..', 'LICENSE'), 'utf8')

function bundler(rolldown) {
  return async (input, format, plugins) => {
    const built = await rolldown({
      input,
      resolve,
      plugins,
      platform: 'browser',
      logLevel: 'warn',
      treeshake: { propertyWriteSideEffects: false },
    })
    try {
      const { output } = await built.generate({ format, minify: true })
      if (output.length !== 1) throw new Error(`${input} became ${output.length} files, and should be one`)
      return output[0].code
    } finally {
      await built.close()
    }
  }
}

/** A module that is made here, such as the text of the worker, which a page of any origin can start from a blob. */
function inlined(name, code) {
  return {
    name: 'inlined',
    resolveId: (id) => (id === name ? name : null),
    load: (id) => (id === name ? code : null),
  }
}

const brotliFor = (text) => ({ params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })

/** Whether what was made is newer than all that it is made of. */
async function isFresh() {
  const made = await stat(here('dist/player.js.br')).catch(() => null)
  if (!made) return false
  const inFolders = folders.map(async (folder) =>
    (await readdir(here(folder), { recursive: true })).map((file) => `${folder}/${file}`),
  )
  const sources = [...besides, ...(await Promise.all(inFolders)).flat()]
  const times = await Promise.all(sources.map(async (file) => (await stat(here(file))).mtimeMs))
  return times.every((time) => time < made.mtimeMs)
}

async function keepCompressed(path, text) {
  await keep(path, text)
  await keep(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
  await keep(`${path}.br`, await promisify(brotliCompress)(text, brotliFor(text)))
}

/** Whole or not at all, for it may be served meanwhile. */
async function keep(path, content) {
  await writeFile(here(`${path}.part`), content)
  await rename(here(`${path}.part`), here(path))
}

/** Puts it into another program too, which has it without this package. */
async function copyTo(folder) {
  await mkdir(folder, { recursive: true })
  for (const file of files) {
    await copyFile(here(`dist/${file}`), join(folder, `${file}.part`))
    await rename(join(folder, `${file}.part`), join(folder, file))
  }
}

// node build.mjs [folder ...]: makes it, and copies it to these folders.
if (!(await isFresh())) await buildPlayer()
for (const folder of process.argv.slice(2)) await copyTo(folder)
