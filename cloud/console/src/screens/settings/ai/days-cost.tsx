import type { UsageOfDay } from '../../../api/ai.js'
import { Section } from '../../../controls/section.js'
import { useLanguage } from '../../../text/use-text.js'
import { localeOf } from '../../../time/format.js'
import { moneyOf, shortCount } from './money.js'
import { barsOf, type Group, groups, type Measure, roundUp } from './usage-sums.js'
import { useAiText } from './use-ai-text.js'

const colours: Record<Group, string> = {
  analysis: 'bg-accent',
  triage: 'bg-kind-vehicle',
  judge: 'bg-kind-security',
  other: 'bg-kind-movement',
}

interface DaysCostProps {
  /** Such as 2026-03-12, oldest first. */
  readonly days: readonly string[]
  readonly usage: readonly UsageOfDay[]
  readonly measure: Measure
}

/** What each day took, drawn by purpose. The table below it says the same in numbers. */
export function DaysCost({ days, usage, measure }: DaysCostProps) {
  const text = useAiText()
  const language = useLanguage()
  const bars = barsOf(days, usage, measure)
  const top = roundUp(Math.max(...bars.map(({ sum }) => sum)))
  const said = (amount: number): string =>
    measure === 'cost' ? moneyOf(amount, language) : shortCount(amount, language)
  const nameOf = (day: string): string =>
    new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      Date.parse(day),
    )
  return (
    <Section title={measure === 'cost' ? text.perDay : text.perDayTokens}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {groups.map((group) => (
          <li key={group} className="flex items-center gap-[6px]">
            <span aria-hidden="true" className={`size-[10px] rounded-[2px] ${colours[group]}`} />
            {text.groups[group]}
          </li>
        ))}
      </ul>
      <div aria-hidden="true">
        <div className="relative h-[150px]">
          <Line at="top-0" says={said(top)} />
          <Line at="top-1/2" says={said(top / 2)} />
          <div className="absolute inset-0 flex items-end gap-[2px] pl-[52px] wide:gap-[5px]">
            {bars.map(({ day, parts, sum }) => (
              <div
                key={day}
                title={`${nameOf(day)}: ${said(sum)}`}
                className="flex h-full flex-1 flex-col-reverse gap-px"
              >
                {groups.map((group) => (
                  <div
                    key={group}
                    className={`rounded-[1.5px] ${colours[group]}`}
                    style={{ height: `${(100 * parts[group]) / top}%` }}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
        <div className="flex justify-between pt-1 pl-[52px] text-2xs text-ink-3">
          <span>{nameOf(days[0] ?? '')}</span>
          <span>{nameOf(days[Math.floor(days.length / 2)] ?? '')}</span>
          <span>{text.today}</span>
        </div>
      </div>
    </Section>
  )
}

function Line({ at, says }: { at: string; says: string }) {
  return (
    <div className={`absolute inset-x-0 border-t border-line-strong ${at}`}>
      <span className="text-2xs text-ink-3">{says}</span>
    </div>
  )
}
