import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import type { EventItem } from '../../api/events.js'
import { recentMs } from '../../api/merge-recent.js'
import { Button } from '../../controls/button.js'
import { kindColours, kinds } from '../../events/kind.js'
import { useSize } from '../../frame/use-size.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { useNow } from '../../time/use-now.js'
import { barsHeight, momentAt, stripPaths, stripTicks } from './strip-bars.js'

interface StripProps {
  readonly events: readonly EventItem[]
  /** Events of alerts that nobody took. */
  readonly alerted: ReadonlySet<string>
  readonly zone: string
  /** The moment that is looked back at; null: now. */
  readonly at: string | null
  readonly onAt: (at: string | null) => void
}

const redrawMs = 10_000
const backMs = 10_000
/** Closer to now than this is now. */
const nowMs = 2_000

/** Two hours of all cameras, as bars; pressing looks back on every tile. For keys it is a slider. */
export default memo(function Strip({ events, alerted, zone, at, onAt }: StripProps) {
  const text = useText().wall.strip
  const language = useLanguage()
  const [measure, { width }] = useSize()
  const [dragged, setDragged] = useState<number | null>(null)
  const now = useNow(redrawMs).getTime()
  const say = (ms: number, seconds = false) => clockTime(new Date(ms), { language, zone }, seconds)
  const atMs = dragged ?? (at === null ? null : Date.parse(at))
  const goTo = (ms: number | null): void =>
    onAt(
      ms === null || ms > serviceNow() - nowMs
        ? null
        : new Date(Math.max(ms, serviceNow() - recentMs)).toISOString(),
    )
  const momentOf = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    return momentAt((clientX - left) / wide, serviceNow())
  }
  const pressed = (event: KeyboardEvent): void => {
    const from = atMs ?? serviceNow()
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    goTo(to === null ? null : from + to)
  }
  const paths = useMemo(
    () => stripPaths(events, alerted, { width, nowMs: now }),
    [events, alerted, width, now],
  )
  const x = atMs === null ? width - 2 : ((atMs - now + recentMs) / recentMs) * width
  return (
    <section aria-label={text.title} className="flex-none px-[6px] pt-[2px]">
      <div className="flex h-[28px] items-center gap-2 text-xs text-ink-3">
        <span className="font-strong text-ink-2">{text.title}</span>
        <span className="truncate max-desk:hidden">{text.hint}</span>
        <span className="flex-1" />
        <Button
          small
          icon="step-back"
          aria-label={text.backLabel}
          onClick={() => goTo((atMs ?? serviceNow()) - backMs)}
        >
          {text.back}
        </Button>
        <Button
          small
          aria-pressed={at === null}
          onClick={() => onAt(null)}
          className="aria-pressed:border-accent"
        >
          <span className={`size-2 rounded-full ${at === null ? 'bg-accent' : 'border border-ink-3'}`} />
          {text.live}
        </Button>
      </div>
      <div
        ref={measure}
        role="slider"
        tabIndex={0}
        aria-label={text.slider}
        aria-valuemin={0}
        aria-valuemax={recentMs / 1000}
        aria-valuenow={Math.round(((atMs ?? now) - now + recentMs) / 1000)}
        aria-valuetext={atMs === null ? text.now : say(atMs, true)}
        onKeyDown={pressed}
        onPointerDown={(press) => {
          press.currentTarget.setPointerCapture(press.pointerId)
          setDragged(momentOf(press))
        }}
        onPointerMove={(move) => dragged !== null && setDragged(momentOf(move))}
        onPointerUp={(release) => {
          if (dragged !== null) goTo(momentOf(release))
          setDragged(null)
        }}
        onPointerCancel={() => setDragged(null)}
        className="h-[46px] cursor-pointer touch-none"
      >
        <svg width={width} height={46} aria-hidden="true">
          <rect y={barsHeight - 2} width={width} height={1} className="fill-line-strong" />
          {kinds.map((kind) => (
            <path key={kind} d={paths.get(kind) ?? ''} className={kindColours[kind]} fill="currentColor" />
          ))}
          <path d={paths.get('alert') ?? ''} className="fill-alarm" />
          {stripTicks(now).map(({ share, ms }) => (
            <text key={share} x={share * width} y={42} fontSize={11} className="fill-ink-3">
              {say(ms)}
            </text>
          ))}
          <text x={width} y={42} fontSize={11} textAnchor="end" className="fill-ink-3">
            {text.now}
          </text>
          <rect x={x} width={2} height={barsHeight} className="fill-accent" />
        </svg>
      </div>
    </section>
  )
})

/** What a key does to the time, ms; null: now. */
const steps: Readonly<Record<string, number | null>> = {
  ArrowLeft: -backMs,
  ArrowDown: -backMs,
  ArrowRight: backMs,
  ArrowUp: backMs,
  PageDown: -600_000,
  PageUp: 600_000,
  Home: -recentMs,
  End: null,
}
