import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { KindMark } from '../../events/kind-mark.js'
import { useSize } from '../../frame/use-size.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { dayName } from '../../time/format.js'
import { footageAt } from '../../timeline/clips.js'
import type { Happening } from '../../timeline/happening.js'
import { happeningAt, lanesOf, within } from '../../timeline/lanes.js'
import { movedByKey } from '../../timeline/slider.js'
import { Scale, type Stretch } from '../../timeline/span.js'
import { laneHeight, laneTop, stripHeight } from '../../timeline/strip-size.js'
import type { StripView } from '../../timeline/strip-view.js'
import { nightsOf, ticksOf } from '../../timeline/ticks.js'
import { momentWords } from '../../timeline/words.js'
import { useStripPointer } from './strip-pointer.js'

/** Comes with the first pointer. */
const Peek = lazy(async () => ({ default: (await import('./peek.js')).Peek }))

export interface StripProps {
  readonly stretch: Stretch
  /** Of the day that is looked at. */
  readonly bounds: Stretch
  readonly zone: string
  /** By their beginning. */
  readonly happenings: readonly Happening[]
  readonly offline: readonly Stretch[]
  readonly nowMs: number
  /** The event whose clip is shown; null: none. */
  readonly chosen: string | null
  /** The moment of the picture. */
  readonly position: () => number
  readonly onGoTo: (at: number) => void
  readonly onGlance: (at: number) => void
  readonly onZoom: (closer: boolean, at: number) => void
  readonly onPan: (ms: number) => void
  /** One lane for all. */
  readonly isOne: boolean
}

/** The playhead is looked at so often, ms. */
const playheadMs = 100
/** Pictures are glanced at so often while somebody drags, ms. */
const glanceMs = 100

/** The strip of time: lanes of events, the line of clips, playhead and pointer. For keyboards it is a slider. */
export function Strip(props: StripProps) {
  const { stretch, bounds, zone, happenings, offline, nowMs, chosen, position, isOne } = props
  const text = useText()
  const camera = useCameraText()
  const language = useLanguage()
  const [measure, { width }] = useSize()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [pointer, setPointer] = useState<{ x: number; y: number } | null>(null)
  const [slider, setSlider] = useState(() => position())
  const [view, setView] = useState<StripView | null>(null)
  const scale = useMemo(() => new Scale(stretch, Math.max(1, width)), [stretch, width])
  const shown = useMemo(() => within(happenings, stretch), [happenings, stretch])
  const lanes = useMemo(() => lanesOf(shown, isOne), [shown, isOne])
  const height = stripHeight(lanes.length, isOne)

  const canvases = useRef<{ still: HTMLCanvasElement | null; top: HTMLCanvasElement | null }>({
    still: null,
    top: null,
  })
  useEffect(() => {
    const { still, top } = canvases.current
    if (!still || !top) return
    let made: StripView | null = null
    let isWanted = true
    const drawn = (ms: number) => still.dispatchEvent(new CustomEvent('drawn', { detail: ms, bubbles: true }))
    import('../../timeline/strip-view.js').then(
      (drawing) => {
        if (!isWanted) return
        made = new drawing.StripView(still, top, drawn)
        setView(made)
      },
      // Slider, list and overview work without it.
      () => undefined,
    )
    return () => {
      isWanted = false
      made?.close()
    }
  }, [])
  useEffect(() => {
    const manner = { language, zone }
    view?.show({
      scale,
      lanes,
      offline,
      nowMs,
      chosen,
      ticks: ticksOf(scale, zone),
      nights: nightsOf(stretch, zone),
      dateAt: (at) => dayName(new Date(at), new Date(nowMs), manner),
      again: camera.again,
    })
  }, [view, scale, lanes, offline, nowMs, chosen, zone, language, stretch, camera])

  const place = useRef(position)
  useEffect(() => {
    place.current = position
  })
  useEffect(() => {
    const look = (): void => {
      const at = place.current()
      view?.move({ playhead: at })
      setSlider((before) => (Math.floor(before / 1000) === Math.floor(at / 1000) ? before : at))
    }
    look()
    const timer = setInterval(look, playheadMs)
    return () => clearInterval(timer)
  }, [view])

  /** An event is met in its own lane only: elsewhere every moment can be pressed. */
  const metAt = ({ x, y }: { x: number; y: number }): Happening | null => {
    const lane = lanes.find(
      (_, row) => y >= laneTop(row, isOne) && y < laneTop(row, isOne) + laneHeight(isOne) + 2,
    )
    return lane ? happeningAt(lane.happenings, scale, x) : null
  }
  const glancedAt = useRef(0)
  useStripPointer(element, {
    hover: (to) => {
      view?.move({ pointer: to && scale.at(to.x) })
      setPointer(to)
    },
    drag: (x) => {
      const now = performance.now()
      if (now - glancedAt.current < glanceMs) return
      glancedAt.current = now
      props.onGlance(scale.at(x))
    },
    press: (to) => {
      const at = scale.at(to.x)
      const met = metAt(to)
      props.onGoTo(met && (at < met.from || at >= met.to) ? met.from : at)
    },
    zoom: (closer, x) => props.onZoom(closer, scale.at(x)),
    pan: (px) => props.onPan((px / scale.width) * (stretch.to - stretch.from)),
  })
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const day = { from: bounds.from, to: Math.min(bounds.to, nowMs) }
    const to = movedByKey(event, { at: position(), day, happenings })
    if (to === null) return
    event.preventDefault()
    props.onGoTo(to)
  }

  const peekAt = pointer && scale.at(pointer.x)
  const known = { happenings, offline, nowMs }
  const peeked = pointer && (metAt(pointer) ?? happeningAtMoment(shown, peekAt))
  const current = happeningAtMoment(happenings, slider)
  return (
    <div className="flex gap-2">
      {!isOne && (
        <ul className="flex w-5 flex-none flex-col gap-[2px] pt-[24px]">
          {lanes.map(
            ({ kind }) =>
              kind && (
                <li key={kind} className="grid h-[22px] place-items-center">
                  <KindMark kind={kind} />
                </li>
              ),
          )}
        </ul>
      )}
      <div className="relative min-w-0 flex-1" ref={measure}>
        <div
          ref={setElement}
          role="slider"
          tabIndex={0}
          aria-label={camera.timeline}
          aria-valuemin={0}
          aria-valuemax={Math.round((bounds.to - bounds.from) / 1000)}
          aria-valuenow={Math.round(
            (Math.min(bounds.to, Math.max(bounds.from, slider)) - bounds.from) / 1000,
          )}
          aria-valuetext={momentWords(
            { camera, events: text.events },
            { at: slider, happening: current, footage: footageAt(slider, known) },
            { language, zone },
          )}
          onKeyDown={pressed}
          className="relative cursor-pointer touch-pan-y rounded-1 select-none"
          style={{ height }}
        >
          <canvas
            ref={(canvas) => void (canvases.current.still = canvas)}
            className="absolute inset-0 size-full"
          />
          <canvas
            ref={(canvas) => void (canvases.current.top = canvas)}
            className="absolute inset-0 size-full"
          />
        </div>
        {pointer && peekAt !== null && (
          <div
            className="pointer-events-none absolute bottom-full z-20 mb-1"
            style={{ left: Math.min(Math.max(0, pointer.x - 93), Math.max(0, width - 186)) }}
          >
            <Suspense>
              <Peek at={peekAt} happening={peeked} footage={footageAt(peekAt, known)} zone={zone} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** The event that a moment lies in, the latest of several. */
function happeningAtMoment(happenings: readonly Happening[], at: number | null): Happening | null {
  return (at !== null && happenings.findLast(({ from, to }) => from <= at && at <= to)) || null
}
