import { execFile } from 'node:child_process'
import { cp, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from './program.js'

const run = promisify(execFile)

/**
 * Installs the client into an empty folder as it is packed, and what it depends on from what is installed here: nothing of it
 * comes over a network, and nothing is found above the folder.
 */
export async function installPackedClient(folder: string): Promise<void> {
  const client = path.join(repositoryRoot, 'cloud', 'client')
  const fetching = await realpath(path.join(client, 'node_modules', 'openapi-fetch'))
  const packed = path.join(folder, 'packed')
  const packages = [client]
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    // Here files of one content are links to one file, and of such npm would unpack the first alone.
    const copy = path.join(packed, name)
    await cp(await realpath(path.join(fetching, '..', name)), copy, { recursive: true })
    packages.push(copy)
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const env = { ...process.env, npm_config_cache: path.join(packed, 'cache') }
  const npm = (...args: string[]) => run('npm', args, { cwd: folder, env, timeout: 120_000 })
  const quiet = ['--ignore-scripts', '--loglevel', 'error']
  const { stdout } = await npm('pack', ...quiet, '--pack-destination', packed, ...packages)
  const files = stdout.trim().split('\n')
  await npm(
    'install',
    ...quiet,
    '--offline',
    '--no-audit',
    '--no-fund',
    ...files.map((file) => path.join(packed, file)),
  )
  await rm(packed, { recursive: true })
}
