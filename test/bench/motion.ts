import { clipPlans, encodings, nameOf } from '../motion-set/clip-plan.js'
import { loadClip } from '../motion-set/encode-clip.js'
import { type Judgement, judge, scoreOf } from '../motion-set/judge.js'
import { playClip } from '../motion-set/play-clip.js'
import type { BenchRow, Finding, Outcome } from './bench-row.js'
import { percentile } from './measure/statistics.js'
import { figure } from './table.js'

const goal = { precision: 0.95, recall: 0.95, delaySec: 1.5 }
/** Scenes of each kind and encoding; 63 clips each. */
const variants = { full: 3, quick: 1 }
/** Beyond this the keyframe from which a look has to be decoded may be far back. */
const longGopSec = 4

interface Judged extends Judgement {
  readonly gopSec: number
}

/** Row 21: what the motion watch finds of a labelled set that it was not adjusted on. */
export const motion: BenchRow = {
  number: 21,
  title: 'motion on the labelled set, medium sensitivity',
  async measure(bench): Promise<Outcome> {
    const { ffmpeg } = bench
    if (ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to encode and decode with' }
    const plans = clipPlans('examination', bench.quick ? variants.quick : variants.full)
    const judged: Judged[] = []
    const wrong: string[] = []
    for (const [index, plan] of plans.entries()) {
      if (index % encodings.length === 0) bench.say(`clip ${index + 1} of ${plans.length}`)
      const clip = await loadClip(plan)
      const played = await playClip(clip, { ffmpeg })
      const judgement = { ...judge(clip, played), gopSec: plan.encoding.gopSec }
      if (judgement.moved && !judgement.found) wrong.push(`missed: ${nameOf(plan)}`)
      if (judgement.falseEvents > 0) wrong.push(`false: ${nameOf(plan)}`)
      judged.push(judgement)
    }
    const scores = scoreOf(judged)
    const findings = [
      ratioFinding('precision', scores.precision, goal.precision),
      ratioFinding('recall', scores.recall, goal.recall),
      delayFinding(
        'GOP up to 4 s',
        judged.filter(({ gopSec }) => gopSec <= longGopSec),
      ),
      delayFinding(
        'GOP of 20 s',
        judged.filter(({ gopSec }) => gopSec > longGopSec),
      ),
    ]
    return { kind: 'measured', findings, notes: wrong.map((text) => `row 21, ${text}`) }
  },
}

function ratioFinding(name: string, value: number, least: number): Finding {
  return {
    metric: `motion, ${name}`,
    product: figure(value),
    reference: 'the labels',
    ratio: figure(value),
    goal: `at least ${least}`,
    holds: value >= least,
  }
}

/** The goal is a bound for each event; the table shows how many keep it, and how late the last one was. */
function delayFinding(name: string, judged: readonly Judged[]): Finding {
  const delays = judged.flatMap(({ delaySec }) => delaySec ?? [])
  if (delays.length === 0) throw new Error(`no movement was told of clips with a ${name}`)
  const kept = delays.filter((delay) => delay <= goal.delaySec).length / delays.length
  return {
    metric: `motion, event after the movement began, ${name}`,
    product: `p50 ${figure(percentile(delays, 50))} s, p95 ${figure(percentile(delays, 95))} s, latest ${figure(Math.max(...delays))} s`,
    reference: 'the labels',
    ratio: `${Math.round(kept * 100)} % in time`,
    goal: `within ${goal.delaySec} s${name.includes('20') ? ' and the decode' : ''}`,
    holds: percentile(delays, 95) <= goal.delaySec,
  }
}
