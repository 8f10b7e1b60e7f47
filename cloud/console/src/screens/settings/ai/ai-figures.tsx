import { useState } from 'react'
import type { AiUsage, JudgeBudget } from '../../../api/ai.js'
import { Button } from '../../../controls/button.js'
import { Figure, Figures } from '../../../controls/figure.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { JudgeDialog } from './judge-dialog.js'
import { moneyOf, percentOf, shortCount } from './money.js'
import { growth, type Measure, tokensOf } from './usage-sums.js'
import { type AiText, useAiText } from './use-ai-text.js'

interface AiFiguresProps {
  readonly usage: AiUsage
  /** Of as many days before. */
  readonly before: AiUsage
  readonly measure: Measure
  /** Undefined until it is known. */
  readonly budget: JudgeBudget | undefined
}

/** What it costs, at a glance. */
export function AiFigures({ usage, before, measure, budget }: AiFiguresProps) {
  const text = useAiText()
  const language = useLanguage()
  const amountOf = ({ total }: AiUsage): number =>
    measure === 'cost' ? (total.cost_usd ?? 0) : tokensOf(total)
  const said = (amount: number): string =>
    measure === 'cost' ? moneyOf(amount, language) : text.tokens(shortCount(amount, language))
  const { analysed, skipped, failed } = usage.events
  const ofEvents = usage.days
    .filter(({ purpose }) => purpose === 'analysis' || purpose === 'triage')
    .reduce((sum, one) => sum + (measure === 'cost' ? (one.cost_usd ?? 0) : tokensOf(one)), 0)
  return (
    <Figures>
      <Figure
        label={text.last30}
        value={said(amountOf(usage))}
        hint={against(growth(amountOf(usage), amountOf(before)), text, (share) => percentOf(share, language))}
      />
      <Figure
        label={measure === 'cost' ? text.eventCosts : text.eventTakes}
        value={analysed === 0 ? '—' : said(ofEvents / analysed)}
        hint={text.lookedAt(countOf(analysed, language))}
      />
      <Figure
        label={text.notLookedAt}
        value={countOf(skipped + failed, language)}
        hint={text.skippedFailed(countOf(skipped, language), countOf(failed, language))}
      />
      {budget && <Judge budget={budget} />}
    </Figures>
  )
}

function against(share: number | null, text: AiText, percent: (share: number) => string): string {
  if (share === null) return text.nothingBefore
  if (Math.abs(share) < 0.005) return text.sameAsBefore
  return share > 0 ? text.moreThanBefore(percent(share)) : text.lessThanBefore(percent(share))
}

/** How many questions the judge has had today, of how many, and when it begins again. */
function Judge({ budget }: { budget: JudgeBudget }) {
  const text = useAiText()
  const language = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const { used, daily_limit: limit, when_spent: whenSpent } = budget
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  return (
    <Figure
      label={text.judge}
      value={
        <>
          {text.of(countOf(used, language), countOf(limit, language))}
          <span className="my-1 block h-[6px] overflow-hidden rounded-full bg-surface-3" aria-hidden="true">
            <span
              className={`block h-full rounded-full ${share === 1 ? 'bg-warn' : 'bg-accent'}`}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </>
      }
      hint={`${text.beginsAgain} ${text.whenSpent[whenSpent]}`}
    >
      <Button small onClick={() => setChanging(true)} className="mt-1 self-start">
        {text.change}
      </Button>
      {isChanging && <JudgeDialog budget={budget} onClose={() => setChanging(false)} />}
    </Figure>
  )
}
