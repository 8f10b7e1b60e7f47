import { z } from 'zod'
import { type Certificate, makeCertificate, whatIsWrong } from '../../fakes/webhook-receiver/index.js'
import { BenchProgram } from '../programs/bench-program.js'

const Reception = z.object({ eventId: z.string(), atMs: z.number() })
const Sample = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })

/** A delivery that came: of which event, and when by the monotonic clock. */
export type Reception = z.infer<typeof Reception>
/** A delivery as it arrived. */
export type Sample = z.infer<typeof Sample>

/** The receiver's process, asked from here. */
export class Receiver implements AsyncDisposable {
  readonly certificate: Certificate
  /** `https://127.0.0.1:port` */
  readonly url: string
  readonly #program: BenchProgram

  private constructor(program: BenchProgram, certificate: Certificate, url: string) {
    this.#program = program
    this.certificate = certificate
    this.url = url
  }

  static async start(): Promise<Receiver> {
    const certificate = await makeCertificate()
    const program = new BenchProgram('../webhooks/receiver')
    const { url } = await program.ask({ kind: 'listen', ...certificate }, z.object({ url: z.string() }))
    return new Receiver(program, certificate, url)
  }

  /** What came under `/timed` since the last question. */
  receptions(): Promise<Reception[]> {
    return this.#program.ask({ kind: 'receptions' }, z.array(Reception))
  }

  /** Cuts what hangs under `/dead`. */
  async letGo(): Promise<void> {
    await this.#program.ask({ kind: 'letGo' }, z.null())
  }

  /** The first delivery that came. @throws Error unless one of the secrets signed it, as a receiver would check */
  async genuineSample(secrets: readonly string[]): Promise<Sample> {
    const sample = await this.#program.ask({ kind: 'sample' }, Sample.nullable())
    if (sample === null) throw new Error('no delivery has come')
    const body = Buffer.from(sample.body)
    const faults = secrets.map((secret) => whatIsWrong(sample.headers, body, secret, Date.now()))
    if (!faults.includes(null)) throw new Error(`a delivery is not genuine: ${faults.join(', ')}`)
    return sample
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}
