import type { UsageOfDay } from '../../../api/ai.js'
import { Section } from '../../../controls/section.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { moneyOf, shortCount } from './money.js'
import { type PurposeSums, sumsByPurpose } from './usage-sums.js'
import { useAiText } from './use-ai-text.js'

interface PurposesCostProps {
  readonly usage: readonly UsageOfDay[]
  readonly before: readonly UsageOfDay[]
}

/** For what models were asked, and what that took against the time before. */
export function PurposesCost({ usage, before }: PurposesCostProps) {
  const text = useAiText()
  const language = useLanguage()
  const [now, then] = [sumsByPurpose(usage), sumsByPurpose(before)]
  const purposes = [...new Set([...now, ...then].map(({ purpose }) => purpose))]
  const amount = (sums: PurposeSums | undefined): string => {
    if (!sums) return '—'
    return sums.cost === null ? text.tokens(shortCount(sums.tokens, language)) : moneyOf(sums.cost, language)
  }
  return (
    <Section title={text.byPurpose}>
      <table className="w-full">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="py-2 text-left font-text">{text.purpose}</th>
            <th className="py-2 text-right font-text">{text.calls}</th>
            <th className="py-2 text-right font-text max-wide:hidden">{text.tokensHead}</th>
            <th className="py-2 text-right font-text">{text.cost}</th>
            <th className="py-2 text-right font-text">{text.before}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {purposes.map((purpose) => {
            const own = now.find((one) => one.purpose === purpose)
            return (
              <tr key={purpose} className="h-row">
                <th scope="row" className="pr-2 text-left font-strong">
                  {text.purposes[purpose]}
                </th>
                <td className="text-right text-ink-2">{countOf(own?.calls ?? 0, language)}</td>
                <td className="text-right text-ink-2 max-wide:hidden">
                  {shortCount(own?.tokens ?? 0, language)}
                </td>
                <td className="text-right">{own?.cost === null ? '—' : amount(own)}</td>
                <td className="text-right text-ink-3">
                  {amount(then.find((one) => one.purpose === purpose))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}
