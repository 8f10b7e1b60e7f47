import { useState } from 'react'
import { useCameras } from '../../api/cameras.js'
import { type Trial, useTrial } from '../../api/rule-trial.js'
import type { Predicate } from '../../api/rules.js'
import { useZoneOfSite } from '../../api/sites.js'
import { wouldTell } from '../../api/trial-so-far.js'
import { Button } from '../../controls/button.js'
import { countOf } from '../../time/format.js'
import { wordsOfCondition } from './condition-words.js'
import { Panel, selectLook } from './panel.js'
import { relaxed } from './relax.js'
import { TrialFailed } from './trial-failed.js'
import { TrialHeaps } from './trial-heaps.js'
import { TrialStrip } from './trial-strip.js'
import { useSaying } from './use-saying.js'
import type { JudgeChoice } from './use-words-draft.js'

interface TrialPanelProps {
  /** What is tried; null: nothing yet. */
  readonly predicate: Predicate | null
  readonly ruleId: string | null
  readonly judge: JudgeChoice
  /** The version that judges now, where it is not the one that is tried. */
  readonly active: { readonly number: number; readonly predicate: Predicate | null } | null
  /** Takes over a predicate with one condition changed; null where nothing may be changed. */
  readonly onRelax: ((predicate: Predicate) => void) | null
}

/** What a rule would have told of: on the past week by itself, and on another time or camera. */
export function TrialPanel({ predicate, ruleId, judge, active, onRelax }: TrialPanelProps) {
  const { text, language } = useSaying()
  const [days, setDays] = useState(7)
  const [camera, setCamera] = useState<string | null>(null)
  const asked = { ruleId, days, cameraId: camera }
  const trial = useTrial(predicate && { ...asked, predicate })
  const before = useTrial(active?.predicate && predicate ? { ...asked, predicate: active.predicate } : null)
  return (
    <Panel title={text.tried(days)} beside={<Options {...{ days, setDays, camera, setCamera }} />}>
      {predicate ? (
        <Found trial={trial} judge={judge} days={days}>
          {active && before.isDone && before.soFar && (
            <span className="font-text text-ink-3">
              {' '}
              · {text.activeWould(active.number, countOf(wouldTell(before.soFar), language))}
            </span>
          )}
        </Found>
      ) : (
        <p className="text-ink-3">{text.nothingTried}</p>
      )}
      {predicate && trial.isDone && trial.soFar && onRelax && (
        <Relax predicate={predicate} trial={trial} onRelax={onRelax} />
      )}
      {trial.isFailed && <TrialFailed again={trial.again} />}
    </Panel>
  )
}

interface RelaxProps {
  readonly predicate: Predicate
  readonly trial: Trial
  readonly onRelax: (predicate: Predicate) => void
}

/** The one change by which the most of what was nearly told would be. */
function Relax({ predicate, trial: { soFar }, onRelax }: RelaxProps) {
  const saying = useSaying()
  const { text, language } = saying
  const zoneOf = useZoneOfSite()
  const found = soFar && relaxed(predicate, soFar, zoneOf)
  if (!found || !soFar) return null
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Button small onClick={() => onRelax(found.predicate)}>
        {found.becomes
          ? text.relaxTo(wordsOfCondition(found.becomes, saying))
          : text.relaxWithout(wordsOfCondition(found.was, saying))}
      </Button>
      {found.gained !== null && (
        <span className="text-xs text-ink-3">
          {text.relaxWould(countOf(wouldTell(soFar) + found.gained, language))}
        </span>
      )}
    </p>
  )
}

interface FoundProps {
  readonly trial: Trial
  readonly judge: JudgeChoice
  readonly days: number
  readonly children: React.ReactNode
}

function Found({ trial: { soFar, isDone }, judge, days, children }: FoundProps) {
  const { text, language } = useSaying()
  if (!soFar) return <div className="h-[92px] rounded-2 bg-surface-2 appear-late" />
  const count = countOf(soFar.scanned, language)
  return (
    <>
      <p role="status" className="text-xs text-ink-3">
        {isDone ? (soFar.complete ? text.looked(count) : text.lookedSince(count)) : text.looking}
      </p>
      {soFar.scanned === 0 && isDone ? (
        <p className="text-ink-2">{text.noEvents}</p>
      ) : (
        <>
          <TrialStrip trial={soFar} days={days} />
          <TrialHeaps trial={soFar} judge={judge}>
            {children}
          </TrialHeaps>
        </>
      )}
    </>
  )
}

interface OptionsProps {
  readonly days: number
  readonly setDays: (days: number) => void
  readonly camera: string | null
  readonly setCamera: (id: string | null) => void
}

const spans = [1, 7, 14, 30]

function Options({ days, setDays, camera, setCamera }: OptionsProps) {
  const { text } = useSaying()
  const cameras = useCameras(null).data ?? []
  return (
    <div className="flex min-w-0 flex-wrap justify-end gap-2">
      <select
        aria-label={text.tryDays}
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
        className={selectLook}
      >
        {spans.map((span) => (
          <option key={span} value={span}>
            {text.daysBack(span)}
          </option>
        ))}
      </select>
      <select
        aria-label={text.tryCamera}
        value={camera ?? ''}
        onChange={({ target }) => setCamera(target.value === '' ? null : target.value)}
        className={`${selectLook} max-w-[220px]`}
      >
        <option value="">{text.everyCamera}</option>
        {cameras.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
