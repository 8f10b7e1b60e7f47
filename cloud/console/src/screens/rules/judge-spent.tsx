import { useJudgeBudget } from '../../api/ai.js'
import { Note } from '../../controls/note.js'
import { AddressLink } from '../../frame/address-link.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { countOf, momentOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { useSaying } from './use-saying.js'

/** Says that the judge is asked no more today, what is done in doubt until then, and where that is set; else nothing. */
export function JudgeSpent() {
  const { text, language } = useSaying()
  const { role, timeZone } = useUser()
  const budget = useJudgeBudget().data
  const now = useNow(60_000)
  // Without any question a day there is nothing to be spent.
  if (!budget || budget.remaining > 0 || budget.daily_limit === 0) return null
  const { daily_limit: limit, when_spent: whenSpent, resets_at: again } = budget
  const from = momentOf(new Date(again), now, { language, zone: timeZone ?? 'UTC' })
  return (
    <Note tone="warn">
      {text.judgeSpent(countOf(limit, language), from)} {text.judgeWhenSpent[whenSpent]}{' '}
      {mayAs(role, 'admin') && (
        <AddressLink href="/settings/ai" className="text-accent underline-offset-2 hover:underline">
          {text.judgeChange}
        </AddressLink>
      )}
    </Note>
  )
}
