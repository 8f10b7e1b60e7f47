import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildProducts } from './build.mjs'
import { run } from './child.mjs'
import { Refusal, root, say, script } from './workspace.mjs'
import { withWritableHome } from './writable-home.mjs'

const destination = resolve(process.argv[2] ?? root)
const staging = join(root, '.cache', 'agent-package')
const bundled = '@sightline/protocol'
const notDelivered = /\.(test|fake|fixture)\./

/**
 * `npm run package:agent [-- folder]`: makes one tarball, from which `npm install --global` gets a working `agent`,
 * in the given folder or the workspace. Prints its path, and nothing else, on stdout.
 */
await script(async () => {
  await buildProducts()
  rmSync(staging, { recursive: true, force: true })
  const agent = readManifest('agent')
  const protocol = readManifest('protocol')
  copyBuilt('agent', staging)
  const parts = join(root, 'agent', 'dist', 'parts')
  if (existsSync(parts)) cpSync(parts, join(staging, 'dist', 'parts'), { recursive: true })
  cpSync(join(root, 'agent', 'dist', 'player'), join(staging, 'dist', 'player'), { recursive: true })
  copyBuilt('protocol', join(staging, 'node_modules', bundled))
  writeManifest(staging, {
    ...delivered(agent),
    description: 'The Sightline agent: records cameras on site and reports to the Sightline cloud',
    bin: agent.bin,
    dependencies: { ...agent.dependencies, [bundled]: protocol.version },
    optionalDependencies: agent.optionalDependencies,
    bundleDependencies: [bundled],
  })
  // npm takes what a bundled package depends on for bundled too and installs it empty, so the bundled manifest
  // names nothing; the same versions are dependencies of the agent.
  for (const [name, version] of Object.entries(protocol.dependencies)) {
    if (agent.dependencies[name] !== version)
      throw new Refusal(`agent must depend on ${name} ${version} too.`)
  }
  writeManifest(join(staging, 'node_modules', bundled), delivered(protocol))
  for (const program of Object.values(agent.bin)) chmodSync(join(staging, program), 0o755)
  cpSync(join(root, 'LICENSE'), join(staging, 'LICENSE'))
  cpSync(firstOf('agent/README.md', 'README.md'), join(staging, 'README.md'))
  await pack()
  process.stdout.write(`${join(destination, `sightline-agent-${agent.version}.tgz`)}\n`)
})

async function pack() {
  const args = ['pack', '--pack-destination', destination, '--ignore-scripts', '--loglevel', 'error']
  const code = await run('npm', args, { env: withWritableHome(), cwd: staging })
  if (code !== 0) throw new Refusal(`npm pack ended with exit code ${code}.`)
  say('Install it with: npm install --global <this file>')
}

/** Copies what was built from the sources of today; test code and leftovers of sources that went stay behind. */
function copyBuilt(name, to) {
  const sources = readdirSync(join(root, name, 'src'), { recursive: true }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.d.ts'),
  )
  for (const source of sources.filter((path) => !notDelivered.test(path))) {
    const file = source.replace(/\.ts$/, '.js')
    mkdirSync(dirname(join(to, 'dist', file)), { recursive: true })
    cpSync(join(root, name, 'dist', file), join(to, 'dist', file))
  }
}

/** The part of a manifest that stays as it is; without sources there is only the built entry. */
function delivered({ name, version, license, type, engines }) {
  return { name, version, license, type, engines, exports: { '.': './dist/index.js' } }
}

function firstOf(...paths) {
  const found = paths.find((path) => existsSync(join(root, path)))
  if (!found) throw new Refusal(`The package needs one of ${paths.join(' and ')}.`)
  return join(root, found)
}

function readManifest(name) {
  return JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
}

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
