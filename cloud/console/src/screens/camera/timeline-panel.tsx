import { type FormEvent, useState } from 'react'
import { IconButton } from '../../controls/button.js'
import { useMedia } from '../../frame/use-media.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, dayName } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { readClock } from '../../time/typed-clock.js'
import { dayAfter, dayOf, momentAt, offsetName } from '../../time/zone.js'
import type { Happening } from '../../timeline/happening.js'
import { type Span, type Stretch, spans } from '../../timeline/span.js'
import { Overview } from './overview.js'
import { Strip } from './strip.js'
import type { Shown } from './use-shown.js'

interface PanelProps {
  readonly shown: Shown
  readonly span: Span
  readonly zone: string
  readonly happenings: readonly Happening[]
  readonly offline: readonly Stretch[]
  readonly nowMs: number
  readonly chosen: string | null
  readonly position: () => number
  readonly onGoTo: (at: number) => void
  readonly onGlance: (at: number) => void
  readonly onSpan: (span: Span, pivot: number | null) => void
  readonly onZoom: (closer: boolean, at: number) => void
}

/** The strip of time with what leads through it: days, a time to go to, how much is shown. */
export function TimelinePanel(props: PanelProps) {
  const { shown, span, zone, happenings, offline, nowMs, onGoTo, onSpan } = props
  const text = useCameraText()
  const isOne = !useMedia('(min-width: 60rem)')
  return (
    <section
      aria-label={text.timeline}
      className="flex flex-none flex-col gap-2 rounded-3 border border-line bg-surface px-[14px] pt-2 pb-3 wide:mx-3 wide:mb-3 max-wide:rounded-none max-wide:border-x-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DaySteps shown={shown} zone={zone} nowMs={nowMs} />
        <TimeField shown={shown} zone={zone} onGoTo={onGoTo} />
        <span className="text-xs text-ink-3 max-desk:hidden">
          {text.siteTime(offsetName(shown.bounds.from, zone))}
        </span>
        <div className="flex-1" />
        <Legend />
        <div role="group" aria-label={text.span} className="flex gap-[2px] rounded-2 bg-surface-2 p-[2px]">
          {spans.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === span}
              onClick={() => onSpan(one, null)}
              className="h-[28px] rounded-[5px] px-[11px] font-strong text-ink-2 aria-pressed:bg-surface-3 aria-pressed:text-ink aria-pressed:shadow-1"
            >
              {text.spans[one]}
            </button>
          ))}
        </div>
      </div>
      <Strip
        {...{ zone, happenings, offline, nowMs, isOne, onGoTo }}
        stretch={shown.stretch}
        bounds={shown.bounds}
        chosen={props.chosen}
        position={props.position}
        onGlance={props.onGlance}
        onZoom={props.onZoom}
        onPan={shown.pan}
      />
      <div className="flex gap-2">
        {!isOne && <span className="w-5 flex-none" />}
        <Overview
          bounds={shown.bounds}
          stretch={shown.stretch}
          zone={zone}
          happenings={happenings}
          nowMs={nowMs}
          onPick={(at) => {
            shown.centre(at)
            onGoTo(at)
          }}
        />
      </div>
    </section>
  )
}

function DaySteps({
  shown: { day, bounds, stepDay },
  zone,
  nowMs,
}: {
  shown: Shown
  zone: string
  nowMs: number
}) {
  const text = useCameraText()
  const language = useLanguage()
  const today = dayOf(nowMs, zone)
  return (
    <div className="flex items-center gap-[6px]">
      <IconButton look="plain" small icon="back" label={text.dayBefore} onClick={() => stepDay(-1)} />
      <span aria-live="polite" className="min-w-[104px] text-center font-strong">
        {dayName(new Date(bounds.from), new Date(nowMs), { language, zone })}
      </span>
      <IconButton
        look="plain"
        small
        icon="next"
        label={text.dayNext}
        disabled={dayAfter(day, 1) > today}
        onClick={() => stepDay(1)}
      />
    </div>
  )
}

/** A time of the day that is looked at: typed, then Enter. */
function TimeField({
  shown: { day, bring },
  zone,
  onGoTo,
}: {
  shown: Shown
  zone: string
  onGoTo: (at: number) => void
}) {
  const text = useCameraText()
  const [typed, setTyped] = useState('')
  const clock = readClock(typed)
  const isWrong = typed.trim() !== '' && clock === null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (clock === null) return
    const at = momentAt(day, clock, zone)
    bring(at)
    onGoTo(at)
  }
  return (
    <form onSubmit={submit}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={text.goTo}
        title={text.goTo}
        placeholder={text.clockForm}
        aria-invalid={isWrong}
        maxLength={9}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="h-control-small w-[92px] rounded-2 border border-control-line bg-bg px-[8px] text-ink aria-invalid:border-alarm placeholder:text-ink-3"
      />
    </form>
  )
}

/** What the line of clips means; colour is never alone. */
function Legend() {
  const text = useCameraText()
  return (
    <span className="flex items-center gap-3 text-xs text-ink-3 max-desk:hidden" aria-hidden="true">
      <span className="flex items-center gap-[5px]">
        <span className="h-[4px] w-[16px] rounded-full bg-ink-2" />
        {text.footage.clip}
      </span>
      <span className="flex items-center gap-[5px]">
        <span className="h-0 w-[16px] border-t-2 border-dotted border-ink-3" />
        {text.footage.expired}
      </span>
      <span className="flex items-center gap-[5px]">
        <span className="hatched-off h-[10px] w-[16px]" />
        {text.footage.offline}
      </span>
    </span>
  )
}

/** The time of the picture, for a screen that says it. */
export function useTimeWords(zone: string): (at: number) => string {
  const language = useLanguage()
  return (at) => {
    const manner = { language, zone }
    return `${dayName(new Date(at), new Date(serviceNow()), manner)}, ${clockTime(new Date(at), manner, true)}`
  }
}
