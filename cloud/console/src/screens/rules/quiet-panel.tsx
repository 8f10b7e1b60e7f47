import { Link } from '@tanstack/react-router'
import {
  type Suggestion,
  useDecideSuggestion,
  useHeldBack,
  useKnobs,
  useSuggestions,
} from '../../api/quiet.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useText } from '../../text/use-text.js'
import { countOf, durationOf } from '../../time/format.js'
import { Panel } from './panel.js'
import { useSaying } from './use-saying.js'

/** What of a rule is no big deal, in short, and what people's answers suggest. Operators read it. */
export function QuietPanel({ ruleId }: { ruleId: string }) {
  const { text, language } = useSaying()
  const { events } = useText()
  const knobs = useKnobs(ruleId).data
  const held = useHeldBack(ruleId).data?.pages[0]?.total ?? 0
  const rows = knobs && [
    [
      text.repeats,
      knobs.repeat_window_sec === 0 ? text.offWord : durationOf(knobs.repeat_window_sec, language),
    ],
    [
      text.quietHours,
      knobs.quiet_hours.length === 0
        ? text.none
        : knobs.quiet_hours.map(({ from, to }) => `${from}–${to}`).join(', '),
    ],
    [text.leastGrave, knobs.min_severity === 'info' ? text.everything : events.severity[knobs.min_severity]],
  ]
  return (
    <Panel
      title={text.quiet}
      beside={
        held > 0 && <span className="text-xs text-ink-3">{text.heldBackLately(countOf(held, language))}</span>
      }
    >
      <dl className="flex flex-col gap-2">
        {rows?.map(([name, value]) => (
          <div key={name} className="flex gap-3">
            <dt className="flex-1 text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Suggestions ruleId={ruleId} />
      <Link
        to="/rules/quiet"
        search={{ rule: ruleId }}
        className="text-xs text-accent underline-offset-2 hover:underline"
      >
        {text.allOfThem}
      </Link>
    </Panel>
  )
}

/** What people's answers suggest, each to be done or done away with. */
export function Suggestions({ ruleId }: { ruleId: string }) {
  const suggestions = useSuggestions(ruleId).data ?? []
  return (
    <>
      {suggestions.map((one) => (
        <OneSuggestion key={one.id} suggestion={one} ruleId={ruleId} />
      ))}
    </>
  )
}

function OneSuggestion({ suggestion, ruleId }: { suggestion: Suggestion; ruleId: string }) {
  const { text, nameOf } = useSaying()
  const decide = useDecideSuggestion(ruleId)
  const { id, reason, camera_id: camera, event_ids: events } = suggestion
  return (
    <Note tone="accent">
      <div className="flex flex-col gap-2">
        <p>
          <span className="font-strong">{nameOf(camera) ?? text.chip.unknown}</span>: {reason}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-2">
          {text.becauseOf(events.length)}
          {events.slice(0, 5).map((event, at) => (
            <Link
              key={event}
              to="/events/$id"
              params={{ id: event }}
              className="underline underline-offset-2"
            >
              {text.event(at + 1)}
            </Link>
          ))}
        </p>
        <div className="flex gap-2">
          <Button small disabled={decide.isPending} onClick={() => decide.mutate({ id, apply: true })}>
            {text.doSo}
          </Button>
          <Button
            small
            look="bare"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, apply: false })}
          >
            {text.no}
          </Button>
          {decide.isError && (
            <span role="alert" className="self-center text-xs text-alarm">
              {text.suggestionFailed}
            </span>
          )}
        </div>
      </div>
    </Note>
  )
}
