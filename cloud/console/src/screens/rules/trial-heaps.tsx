import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TriedEvent } from '../../api/rule-trial.js'
import { useZoneOfSite } from '../../api/sites.js'
import { type TrialSoFar, wouldTell } from '../../api/trial-so-far.js'
import { Button } from '../../controls/button.js'
import { Snapshot } from '../../events/snapshot.js'
import { countOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import type { RulesText } from './use-rules-text.js'
import { useSaying } from './use-saying.js'
import type { JudgeChoice } from './use-words-draft.js'

interface HeapsProps {
  readonly trial: TrialSoFar
  readonly judge: JudgeChoice
  /** What stands beside the number of those that would tell. */
  readonly children: ReactNode
}

/** Shown at first of each heap; the others on asking. */
const atFirst = { matches: 4, doubtful: 2, near: 2 } as const

/** What would be told, what is doubtful, and what lacked one thing: each event with its picture and the reason. */
export function TrialHeaps({ trial, judge, children }: HeapsProps) {
  const { text, language } = useSaying()
  const [isAll, setAll] = useState(false)
  const { counts, matches, doubtful, nearMisses } = trial
  const tells = wouldTell(trial)
  const telling = matches.filter(({ in_cooldown: isTooClose }) => !isTooClose)
  const near = counts.near_miss + counts.outside_rule
  const total = counts.match + counts.doubtful + near
  const known = matches.length + doubtful.length + nearMisses.length
  const isMore =
    matches.length > atFirst.matches || doubtful.length > atFirst.doubtful || nearMisses.length > atFirst.near
  return (
    <>
      <div className="grid grid-cols-4 gap-x-3 gap-y-4 max-desk:grid-cols-2">
        <Heap
          events={isAll ? matches : telling.slice(0, atFirst.matches)}
          look="col-span-2"
          grid="grid-cols-2"
          reasonOf={(event) => (event.in_cooldown ? text.tooClose : foundIn(event))}
          heading={
            <>
              <b className="text-accent">{countOf(tells, language)}</b> {text.wouldTell}
              {children}
            </>
          }
          note={counts.in_cooldown > 0 ? text.inCooldown(countOf(counts.in_cooldown, language)) : null}
        />
        <Heap
          events={isAll ? doubtful : doubtful.slice(0, atFirst.doubtful)}
          reasonOf={(event) => `${reasonFor(event)}: ${inDoubt(text, judge)}`}
          reasonLook="text-warn"
          heading={
            <>
              <b className="text-warn">{countOf(counts.doubtful, language)}</b> {text.doubtful}
            </>
          }
        />
        <Heap
          events={isAll ? nearMisses : nearMisses.slice(0, atFirst.near)}
          reasonOf={(event) =>
            event.outside_rule === null
              ? text.onlyMissing(reasonFor(event))
              : text.outsideRule(event.outside_rule)
          }
          heading={
            <>
              <b>{countOf(near, language)}</b> {text.nearly}
            </>
          }
          note={near > 0 ? text.wouldHaveTold : null}
        />
      </div>
      {isMore && (
        <p className="flex flex-wrap items-center gap-3">
          <Button small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? text.showLess : text.showAll(countOf(total, language))}
          </Button>
          {isAll && known < total && <span className="text-xs text-ink-3">{text.newestShown(known)}</span>}
        </p>
      )}
    </>
  )
}

const inDoubt = (text: RulesText, { use, in_doubt: alerts }: JudgeChoice): string =>
  use === 'doubtful' ? text.judgeAsked : alerts === 'alert' ? text.alertsInDoubt : text.silentInDoubt

/** What of the event decided what is missing. */
const reasonFor = ({ conditions, missing, outcome }: TriedEvent): string =>
  conditions
    .filter(({ path, held }) => (outcome === 'doubtful' ? held === 'doubtful' : missing.includes(path)))
    .map(({ why }) => why)
    .join('; ')

/** What was found of what is seen; nothing where the conditions ask for no such thing. */
const foundIn = ({ conditions }: TriedEvent): string =>
  conditions
    .filter(({ condition, held }) => held === 'yes' && condition.op !== 'camera' && condition.op !== 'site')
    .map(({ why }) => why)
    .join('; ')

interface HeapProps {
  readonly heading: ReactNode
  readonly note?: string | null
  readonly events: readonly TriedEvent[]
  readonly reasonOf: (event: TriedEvent) => string
  readonly reasonLook?: string
  readonly look?: string
  readonly grid?: string
}

function Heap(props: HeapProps) {
  const {
    heading,
    note = null,
    events,
    reasonOf,
    reasonLook = 'text-ink-3',
    look = '',
    grid = 'grid-cols-1',
  } = props
  return (
    <div className={`flex min-w-0 flex-col gap-3 ${look}`}>
      <h3 className="border-b border-line pb-2 font-strong">
        {heading}
        {note !== null && <span className="block text-xs font-text text-ink-3">{note}</span>}
      </h3>
      <ul className={`grid gap-3 ${grid}`}>
        {events.map((event) => (
          <Tried key={event.event_id} event={event} reason={reasonOf(event)} look={reasonLook} />
        ))}
      </ul>
    </div>
  )
}

function Tried({ event, reason, look }: { event: TriedEvent; reason: string; look: string }) {
  const zone = useZoneOfSite()(event.site_id)
  return (
    <li className="min-w-0">
      <Link to="/events/$id" params={{ id: event.event_id }} className="flex flex-col gap-1 rounded-2">
        <span className="on-picture block aspect-video overflow-hidden rounded-1 bg-stage">
          <Snapshot src={event.snapshot_url} kind="movement" />
        </span>
        <span className="flex min-w-0 items-baseline gap-2 text-xs">
          <span className="truncate font-strong">{event.camera_name}</span>
          <Moment at={event.triggered_at} zone={zone} className="flex-none text-ink-3" />
        </span>
        <span className={`line-clamp-3 text-xs ${look}`}>{reason}</span>
      </Link>
    </li>
  )
}
