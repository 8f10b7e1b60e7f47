import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryRoot } from '../harness/program.js'
import { type PeerProgram, startPeer } from './peer-program.js'

interface NginxOptions {
  readonly port: number
  /** Of the service behind it. */
  readonly servicePort: number
  /** PEM: with it the lines of the example for a certificate take the place of the one without. */
  readonly certificate?: { readonly cert: string; readonly key: string }
  /** With a certificate: where those come who have none. */
  readonly openPort?: number
  /** In place of what the example lets through: a size, or what nginx takes as it comes. */
  readonly bodies?: '1k' | 'as it comes'
}

/** nginx of this machine with `deploy/nginx.conf`, in which its addresses and the certificate are those of the test. */
export async function startNginx(options: NginxOptions): Promise<PeerProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sl-nginx-'))
  const file = (name: string) => path.join(folder, name)
  const example = await readFile(path.join(repositoryRoot, 'deploy', 'nginx.conf'), 'utf8')
  await writeFile(file('sightline.conf'), settle(example, folder, options))
  await writeFile(file('nginx.conf'), mainConfiguration(folder))
  if (options.certificate) {
    await writeFile(file('cert.pem'), options.certificate.cert)
    await writeFile(file('key.pem'), options.certificate.key)
  }
  const args = ['-p', folder, '-c', file('nginx.conf'), '-e', 'stderr']
  const program = await startPeer('nginx', { args, port: options.port }).catch(async (error: unknown) => {
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

function settle(
  example: string,
  folder: string,
  { port, servicePort, certificate, openPort, bodies }: NginxOptions,
): string {
  const passing = bodies
    ? replaced(example, bodySize, bodies === '1k' ? 'client_max_body_size 1k;' : '')
    : example
  const own = replaced(passing, '127.0.0.1:8080', `127.0.0.1:${servicePort}`)
  if (!certificate) return replaced(own, 'listen 80;', `listen 127.0.0.1:${port};`)
  const uncommented = replaced(own, 'listen 80;', '').replace(/^ {2}#(?=listen|ssl_)/gm, '  ')
  const leading = openPort
    ? replaced(uncommented, '#server { listen 80;', `server { listen 127.0.0.1:${openPort};`)
    : uncommented
  const listening = replaced(leading, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
  const certified = replaced(listening, '/etc/ssl/video.example.com.pem', path.join(folder, 'cert.pem'))
  return replaced(certified, '/etc/ssl/video.example.com.key', path.join(folder, 'key.pem'))
}

const bodySize = 'client_max_body_size 16m;'

/** @throws Error if the example no longer has this: what is tried would not be what people read */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`)
  return text.replace(from, to)
}

/** What Debian's own nginx.conf is to a file in conf.d, with nothing outside of the folder. One process, for any user. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    'daemon off;',
    'master_process off;',
    `pid ${folder}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    `include ${folder}/sightline.conf;`,
    '}',
    '',
  ].join('\n')
}
