import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './child.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { Refusal, root, say, script } from './workspace.mjs'
import { withWritableHome } from './writable-home.mjs'

const pnpm = 'pnpm@12.21.0'
const stamp = join(root, 'node_modules', '.installed-for')

/**
 * Installs the dependencies if the lockfile, a package.json or Node's major version changed since the last
 * time; otherwise answers at once. Needs Node and npm only.
 */
export async function ensureInstalled() {
  refuseOldNode(process.versions.node)
  const wanted = fingerprint()
  if (isInstalled(wanted)) return
  await oneAtATime(async () => {
    if (!isInstalled(wanted)) await install(wanted)
  })
}

async function install(wanted) {
  say('Installing the dependencies (the first time takes about a minute).')
  const code = await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile'], {
    // Without CI, pnpm asks before it replaces a node_modules that another version laid out.
    env: { ...withWritableHome(), CI: 'true' },
  }).catch((error) => {
    throw new Refusal(`npx could not be started (${error.message}). Install npm, which comes with Node.`)
  })
  if (code !== 0) {
    throw new Refusal(`The dependencies could not be installed (exit code ${code}); the reason stands above.`)
  }
  writeFileSync(stamp, wanted)
}

function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Refusal(
    `Sightline needs Node 20.19 or later, and this is Node ${version}. See https://nodejs.org.`,
  )
}

function isInstalled(wanted) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) return false
  return packages().every((folder) => existsSync(join(root, folder, 'node_modules')))
}

/** What an installation depends on, as one hash. */
function fingerprint() {
  const hash = createHash('sha256')
  hash.update([process.platform, process.arch, process.versions.node.split('.')[0]].join(' '))
  const manifests = packages().map((folder) => join(folder, 'package.json'))
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function packages() {
  const named = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').matchAll(/^ {2}- (.+)$/gm)
  const members = [...named].map(([, folder]) => folder)
  return ['.', ...members.filter((folder) => existsSync(join(root, folder, 'package.json')))]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(async () => {
    await ensureInstalled()
    say('The dependencies are installed.')
  })
}
