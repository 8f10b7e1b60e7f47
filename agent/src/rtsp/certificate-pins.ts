import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../platform/clock.js'
import { makePrivateFolder, readIfThere, syncDirectory, writeDurably } from '../platform/durable-file.js'
import { parseRtspUrl } from './parse-rtsp-url.js'

/** A camera that serves TLS, as its address names it. */
interface TlsPeer {
  readonly host: string
  readonly port: number
}

/** What a camera showed at the beginning of a connection. */
export interface ShownCertificate {
  /** SHA-256 of the public key (SubjectPublicKeyInfo), hexadecimal. */
  readonly keySha256: string
  /** Signed by an authority that this machine trusts, for this name, and not expired. */
  readonly isTrusted: boolean
}

type PinVerdict =
  /** Nothing was known; from now on this is what is expected. */
  'first' | 'expected' | 'changed'

/**
 * What is known of the certificates of cameras. Nearly all of them sign their own, so the key that a camera
 * shows first is taken for its own, and any other is refused from then on (docs/decisions/0038).
 */
export interface CertificatePins {
  /** Judges what a camera shows, and remembers it if nothing was known. @throws where the memory cannot be read */
  judge(peer: TlsPeer, shown: ShownCertificate): Promise<PinVerdict>
  /** Takes whatever the camera shows next. @returns whether something was known */
  forget(peer: TlsPeer): Promise<boolean>
}

const Pin = z.object({
  host: z.string(),
  port: z.number().int(),
  /** Null for a camera whose certificate was signed by a trusted authority. */
  key_sha256: z.string().nullable(),
  since: z.string(),
})

/** One small file for each address, so that two processes never write the same one with different content in mind. */
export class CertificatePinFiles implements CertificatePins {
  readonly #folder: string
  readonly #clock: Clock

  /** @param dataDir the agent's folder; it need not exist yet */
  constructor(dataDir: string, clock: Clock) {
    this.#folder = join(dataDir, 'camera-certificates')
    this.#clock = clock
  }

  async judge(peer: TlsPeer, shown: ShownCertificate): Promise<PinVerdict> {
    const known = await readIfThere(this.#pathOf(peer))
    if (known === null) {
      await this.#remember(peer, shown)
      return 'first'
    }
    // An authority vouches for the name: its certificates change every few weeks, and nobody has to be asked.
    if (shown.isTrusted) return 'expected'
    // A file that cannot be read any more is no reason to believe whoever answers now.
    const pin = Pin.safeParse(parsed(known.toString('utf8')))
    return pin.data?.key_sha256 === shown.keySha256 ? 'expected' : 'changed'
  }

  async forget(peer: TlsPeer): Promise<boolean> {
    const path = this.#pathOf(peer)
    if ((await readIfThere(path)) === null) return false
    await rm(path, { force: true })
    await syncDirectory(this.#folder)
    return true
  }

  async #remember({ host, port }: TlsPeer, shown: ShownCertificate): Promise<void> {
    await makePrivateFolder(this.#folder)
    const pin: z.infer<typeof Pin> = {
      host,
      port,
      key_sha256: shown.isTrusted ? null : shown.keySha256,
      since: new Date(this.#clock.now()).toISOString(),
    }
    await writeDurably(this.#pathOf({ host, port }), `${JSON.stringify(pin)}\n`)
  }

  /** Names of hosts may hold what names of files may not. */
  #pathOf({ host, port }: TlsPeer): string {
    const name = createHash('sha256').update(`${host.toLowerCase()} ${port}`).digest('hex')
    return join(this.#folder, `${name.slice(0, 40)}.json`)
  }
}

/**
 * Takes whatever the camera of this address shows next.
 * @returns whether something was known
 * @throws StreamFailure for what is no address
 */
export async function forgetCertificate(url: string, pins: CertificatePins): Promise<boolean> {
  const { address } = parseRtspUrl(url)
  return address.isSecure && (await pins.forget(address))
}

/** Knows nothing and remembers nothing: only certificates of trusted authorities are taken. */
export const noPins: CertificatePins = {
  judge: (_peer, { isTrusted }) => Promise.resolve(isTrusted ? 'expected' : 'changed'),
  forget: () => Promise.resolve(false),
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
