import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure, withSpread } from './table.js'

const rules = 1000
const goal = 3

const Found = z.object({ perSec: z.number(), firedEach: z.number() })

/** Row 14: which of many rules fire on an event. */
export const ruleScan: BenchRow = {
  number: 14,
  title: `${rules.toLocaleString('en-US')} rules in one organisation, events judged`,
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud')
    await using service = await BenchService.start(bench.folder)
    await using program = new BenchProgram('../rule-scan/rules')
    await program.ask(
      { kind: 'open', databaseUrl: service.databaseUrl, rules },
      z.object({ isOpen: z.boolean() }),
    )
    const ask = (how: string, seconds: number) => program.ask({ kind: 'find', how, seconds }, Found)
    const compare = async (product: string, reference: string, seconds: number) => {
      for (const how of [product, reference]) await ask(how, 1)
      return inTurn(
        bench.pairs,
        { product: () => ask(product, seconds), reference: () => ask(reference, seconds) },
        (pair) => bench.say(`pair ${pair}: ${seconds} s each side`),
      )
    }
    const whole = await compare('find', 'scan', sec(bench))
    const held = await compare('findHeld', 'scanHeld', sec(bench) / 2)
    for (const { product, reference } of [whole, held]) agree([...product, ...reference])
    return {
      kind: 'measured',
      findings: [
        findingOf(this.title, whole, 'linear scan of the rules read in the transaction'),
        findingOf(`${this.title}, rules in memory`, held, 'linear scan of an array'),
      ],
      notes: [
        `row 14: ${figure(whole.product[0]?.firedEach ?? Number.NaN)} rules fire on an event; one transaction after the other`,
      ],
      postgres: service.postgres,
    }
  },
}

type Side = z.infer<typeof Found>

function findingOf(
  metric: string,
  { product, reference }: { product: readonly Side[]; reference: readonly Side[] },
  what: string,
): Finding {
  const [ours, theirs] = [product.map(({ perSec }) => perSec), reference.map(({ perSec }) => perSec)]
  const ratio = median(ratiosOf(ours, theirs))
  return {
    metric,
    product: withSpread(summaryOf(ours), '/s'),
    reference: `${withSpread(summaryOf(theirs), '/s')} (${what})`,
    ratio: figure(ratio),
    goal: `at least ${goal}`,
    holds: ratio >= goal,
  }
}

/** Both sides found the same, or nothing was compared. */
function agree(sides: readonly Side[]): void {
  const each = sides.map(({ firedEach }) => firedEach)
  if (Math.max(...each) - Math.min(...each) > 0.1 * Math.max(...each) || Math.max(...each) === 0)
    throw new Error(`the sides found other rules: ${each.map(figure).join(', ')} an event`)
}

const sec = ({ quick }: Bench) => (quick ? 3 : 6)
