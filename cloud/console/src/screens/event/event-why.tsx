import { useEffect, useRef } from 'react'
import type { Event } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { useWhy, type Why } from '../../api/why.js'
import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { useWhyText } from './use-why-text.js'
import { WhyCard } from './why-card.js'

/** Why somebody was told of an event, or why not, rule by rule. */
export function EventWhy({ event }: { event: Event }) {
  const { frame } = useText()
  const text = useWhyText()
  const { data: why, isError, refetch } = useWhy(event.id)
  const zone = useZoneOf()(event.camera_id)
  const place = useRef<HTMLElement>(null)
  const isThere = why !== undefined
  useEffect(() => {
    // The address named this part before it was there.
    if (isThere && location.hash === '#rules') place.current?.scrollIntoView({ block: 'start' })
  }, [isThere])
  return (
    <section id="rules" ref={place} aria-labelledby="why-title" className="flex flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h2 id="why-title" className="flex-1 text-md font-title">
          {why?.told === false ? text.titleNot : text.title}
        </h2>
        {why && why.rules.length + why.other_rules > 0 && (
          <span className="text-xs text-ink-3">{text.looked(why.rules.length + why.other_rules)}</span>
        )}
      </div>
      {isError && !why && (
        <p role="alert" className="flex items-center gap-2 text-ink-2">
          {text.failed}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </p>
      )}
      {!why && !isError && <div className="h-[92px] rounded-3 bg-surface-2 appear-late" />}
      {why && <Rules why={why} zone={zone} />}
    </section>
  )
}

function Rules({ why, zone }: { why: Why; zone: string }) {
  const text = useWhyText()
  const { rules, other_rules: others, decisions } = why
  if (rules.length === 0)
    return <p className="text-ink-2">{others === 0 ? text.noRules : text.onlyOthers(others)}</p>
  return (
    <>
      <ul className="flex flex-col gap-2">
        {rules.map((rule) => (
          <WhyCard
            key={rule.rule_id}
            rule={rule}
            decisions={(decisions ?? []).filter(({ alert_id: id }) => id !== null && id === rule.alert?.id)}
            zone={zone}
          />
        ))}
      </ul>
      {others > 0 && <p className="text-xs text-ink-3">{text.others(others)}</p>}
    </>
  )
}
