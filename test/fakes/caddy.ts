import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryRoot } from '../harness/program.js'
import { type PeerProgram, startPeer } from './peer-program.js'

interface CaddyOptions {
  readonly port: number
  /** Of the service behind it. */
  readonly servicePort: number
  /** PEM: with it the line of the example for a certificate of one's own counts. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Caddy of this machine with `deploy/Caddyfile`, without its door for administrators. */
export async function startCaddy({ port, servicePort, certificate }: CaddyOptions): Promise<PeerProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sl-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  const site = path.join(folder, 'site')
  const example = await readFile(path.join(repositoryRoot, 'deploy', 'Caddyfile'), 'utf8')
  await writeFile(site, certificate ? withCertificate(example, folder) : example)
  for (const [name, text] of Object.entries(certificate ?? {}))
    await writeFile(path.join(folder, `${name}.pem`), text)
  // Who comes without a certificate would be led on from port 80, which is not ours.
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${site}\n`)
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    SIGHTLINE_SITE: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
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

/** @throws Error if the example no longer has this line: what is tried would not be what people read */
function withCertificate(example: string, folder: string): string {
  const line = '#tls /etc/ssl/video.example.com.pem /etc/ssl/video.example.com.key'
  if (!example.includes(line)) throw new Error(`deploy/Caddyfile has no "${line}"`)
  return example.replace(line, `tls ${folder}/cert.pem ${folder}/key.pem`)
}
