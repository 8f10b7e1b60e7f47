import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryRoot } from '../harness/program.js'
import { type PeerProgram, startPeer } from './peer-program.js'

/** Caddy of this machine with `deploy/Caddyfile`, without a certificate and without its door for administrators. */
export async function startCaddy(port: number, servicePort: number): Promise<PeerProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sl-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  const example = path.join(repositoryRoot, 'deploy', 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n}\nimport ${example}\n`)
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    SIGHTLINE_SITE: `http://127.0.0.1:${port}`,
    SIGHTLINE_UPSTREAM: `127.0.0.1:${servicePort}`,
  }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const program = await startPeer('caddy', { args, port, env }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return {
    get output() {
      return program.output
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
