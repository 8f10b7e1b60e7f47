import { SitePage } from '@sightline/protocol'
import { request } from 'undici'
import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { inTurn } from './measure/in-turn.js'
import { processTime } from './measure/process-time.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

const connections = 16
const many = { sessions: 16, keys: 500 }
const seconds = ({ quick }: Bench) => (quick ? 2 : 5)

const Node = z.object({
  withSignIn: z.string(),
  withoutSignIn: z.string(),
  accessTokens: z.array(z.string()),
  keys: z.array(z.string()),
})
const Load = z.object({ requests: z.number(), perSec: z.number() })

/** What a side did under load. */
interface Performance {
  readonly perSec: number
  /** Processor time of the answering process, ms a request; without that of PostgreSQL. */
  readonly cpuMs: number
}

/** A way to call, and what it must keep of the throughput without authentication. */
interface Credential {
  readonly name: string
  readonly tokens: readonly string[]
  readonly goal: number
}

/** Row 12: what it costs to know who calls. */
export const authentication: BenchRow = {
  number: 12,
  title: 'authentication',
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud')
    await using service = await BenchService.start(bench.folder)
    await using program = new BenchProgram('../authentication/measured-node')
    const node = await program.ask({ databaseUrl: service.databaseUrl, ...many }, Node)
    await using load = new BenchProgram('load')
    const ask = async (origin: string, tokens: readonly string[], sec: number): Promise<Performance> => {
      const before = await ownTime(program)
      const question = { url: `${origin}/api/v1/sites`, headers: {}, tokens, connections, seconds: sec }
      const { requests, perSec } = await load.ask(question, Load)
      return { perSec, cpuMs: (((await ownTime(program)) - before) * 1000) / requests }
    }
    const findings: Finding[] = []
    const costs: string[] = []
    for (const credential of credentialsOf(node)) {
      const { name, tokens } = credential
      for (const origin of [node.withSignIn, node.withoutSignIn]) {
        await requireOneSite(origin, tokens[0] ?? '')
        await ask(origin, tokens, seconds(bench) / 2)
      }
      const { product, reference } = await inTurn(
        bench.pairs,
        {
          product: () => ask(node.withSignIn, tokens, seconds(bench)),
          reference: () => ask(node.withoutSignIn, tokens, seconds(bench)),
        },
        (pair) =>
          bench.say(`pair ${pair}: ${name}, ${connections} connections, ${seconds(bench)} s each side`),
      )
      findings.push(findingOf(credential, product, reference))
      costs.push(`${name.split(',')[0]} ${cpuOf(product)} ms, without ${cpuOf(reference)} ms`)
    }
    const notes = [`${about}; its own processor time a request: ${costs.join('; ')}`]
    return { kind: 'measured', findings, notes, postgres: service.postgres }
  },
}

const credentialsOf = ({ accessTokens, keys }: z.infer<typeof Node>): Credential[] => [
  { name: `JWT, ${accessTokens.length} sessions`, tokens: accessTokens, goal: 0.93 },
  { name: `sa_, ${keys.length} keys, a bucket in PostgreSQL`, tokens: keys, goal: 0.7 },
]

const about =
  'row 12: GET /api/v1/sites of one site, so one page from PostgreSQL on either side; both servers in one process'

const cpuOf = (side: readonly Performance[]) => figure(median(side.map(({ cpuMs }) => cpuMs)))

const ownTime = async ({ pid }: BenchProgram): Promise<number> =>
  process.platform === 'linux' ? processTime([pid]) : Number.NaN

/** @throws Error if the answer is not the list that is meant */
async function requireOneSite(origin: string, token: string): Promise<void> {
  const answer = await request(`${origin}/api/v1/sites`, { headers: { authorization: `Bearer ${token}` } })
  const page = SitePage.parse(await answer.body.json())
  if (page.data.length !== 1) throw new Error(`not the list that is meant: ${page.data.length} sites`)
}

function findingOf(
  { name, goal }: Credential,
  product: readonly Performance[],
  reference: readonly Performance[],
): Finding {
  const [ours, theirs] = [product.map(({ perSec }) => perSec), reference.map(({ perSec }) => perSec)]
  const ratio = median(ratiosOf(ours, theirs))
  return {
    metric: `authentication, ${name}`,
    product: withSpread(summaryOf(ours), '/s'),
    reference: `${withSpread(summaryOf(theirs), '/s')} (the same route without it)`,
    ratio: figure(ratio),
    goal: `at least ${goal}`,
    holds: ratio >= goal,
  }
}
