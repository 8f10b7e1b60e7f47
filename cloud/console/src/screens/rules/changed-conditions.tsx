import type { Predicate } from '../../api/rules.js'
import { wordsOfCondition } from './condition-words.js'
import { placedIn } from './predicate-edit.js'
import { useSaying } from './use-saying.js'

/** Which conditions are new against another predicate, and which are no more. */
export function ChangedConditions({ from, to }: { from: Predicate; to: Predicate }) {
  const saying = useSaying()
  const { text } = saying
  const wordsOf = (predicate: Predicate): string[] =>
    placedIn(predicate).map(
      ({ condition, isNegated }) => (isNegated ? `${text.not} ` : '') + wordsOfCondition(condition, saying),
    )
  const [before, after] = [wordsOf(from), wordsOf(to)]
  const more = after.filter((one) => !before.includes(one))
  const less = before.filter((one) => !after.includes(one))
  if (more.length + less.length === 0) return <p className="text-ink-2">{text.sameConditions}</p>
  return (
    <dl className="flex flex-col gap-1">
      {more.length > 0 && (
        <div className="flex gap-2">
          <dt className="flex-none text-ink-3">{text.more}</dt>
          <dd>{more.join(' · ')}</dd>
        </div>
      )}
      {less.length > 0 && (
        <div className="flex gap-2">
          <dt className="flex-none text-ink-3">{text.less}</dt>
          <dd className="line-through">{less.join(' · ')}</dd>
        </div>
      )}
    </dl>
  )
}
