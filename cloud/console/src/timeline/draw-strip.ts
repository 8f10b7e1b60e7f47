import { type ClipPart, clipLineOf } from './clips.js'
import type { Colours } from './colours.js'
import type { Happening } from './happening.js'
import { type Bar, barsOf, type Lane } from './lanes.js'
import type { Scale, Stretch } from './span.js'
import { laneHeight, laneTop, stripHeight, stripHeights } from './strip-size.js'
import type { Tick } from './ticks.js'

/** All that the strip shows, but for what moves. */
export interface StripContent {
  readonly scale: Scale
  readonly lanes: readonly Lane[]
  readonly ticks: readonly Tick[]
  readonly nights: readonly Stretch[]
  readonly offline: readonly Stretch[]
  readonly nowMs: number
  /** What the date is called at a midnight. */
  readonly dateAt: (at: number) => string
  /** Said beside a time that the clock shows again. */
  readonly again: string
  /** The event that is shown above; null: none. */
  readonly chosen: string | null
}

/** Draws everything but the playhead and the pointer. */
export function drawStrip(on: CanvasRenderingContext2D, content: StripContent, colours: Colours): void {
  const { scale, lanes, offline, nowMs } = content
  const isOne = lanes[0]?.kind === null
  const height = stripHeight(lanes.length, isOne)
  on.clearRect(0, 0, scale.width, height)
  drawGrounds(on, content, colours)
  drawTicks(on, content, colours)
  for (const [place, lane] of lanes.entries())
    drawLane(on, { lane, top: laneTop(place, isOne), isOne, content, colours })
  const top = height - stripHeights.clips
  const all = lanes.flatMap(({ happenings }) => happenings).toSorted((one, other) => one.from - other.from)
  for (const part of clipLineOf(all)) drawClipPart(on, part, { scale, top, colours })
  for (const stretch of offline)
    hatch(on, stretch, { scale, top: stripHeights.scale, bottom: height, colours })
  const now = scale.xOf(nowMs)
  if (now < scale.width) {
    on.globalAlpha = 0.6
    on.fillStyle = colours.ground
    on.fillRect(Math.max(0, now), stripHeights.scale, scale.width - Math.max(0, now), height)
    on.globalAlpha = 1
  }
}

function drawGrounds(
  on: CanvasRenderingContext2D,
  { scale, lanes, nights }: StripContent,
  colours: Colours,
): void {
  const isOne = lanes[0]?.kind === null
  on.fillStyle = colours.lane
  const count = Math.max(1, lanes.length)
  for (let place = 0; place < count; place++)
    on.fillRect(0, laneTop(place, isOne), scale.width, laneHeight(isOne))
  on.globalAlpha = 0.55
  on.fillStyle = colours.night
  for (const { from, to } of nights) {
    const x = scale.xOf(from)
    on.fillRect(x, stripHeights.scale, scale.xOf(to) - x, laneTop(count, isOne) - stripHeights.scale)
  }
  on.globalAlpha = 1
}

function drawTicks(on: CanvasRenderingContext2D, content: StripContent, colours: Colours): void {
  const { scale, ticks, lanes, dateAt, again } = content
  const isOne = lanes[0]?.kind === null
  const bottom = laneTop(Math.max(1, lanes.length), isOne)
  on.font = colours.font
  on.textBaseline = 'middle'
  for (const { at, label, isMidnight, isAgain } of ticks) {
    const x = Math.round(scale.xOf(at)) + 0.5
    on.strokeStyle = isMidnight ? colours.ink3 : colours.line
    on.globalAlpha = label === null ? 0.5 : 1
    line(on, [x, stripHeights.scale - (label === null ? 4 : 6)], [x, bottom])
    on.globalAlpha = 1
    if (label === null) continue
    const words = isMidnight ? dateAt(at) : isAgain ? `${label} ${again}` : label
    on.fillStyle = isMidnight || isAgain ? colours.ink2 : colours.ink3
    const half = on.measureText(words).width / 2
    on.textAlign = x - half < 0 ? 'left' : x + half > scale.width ? 'right' : 'center'
    on.fillText(words, Math.min(scale.width, Math.max(0, x)), 9)
  }
}

interface LaneDrawing {
  readonly lane: Lane
  readonly top: number
  readonly isOne: boolean
  readonly content: StripContent
  readonly colours: Colours
}

function drawLane(on: CanvasRenderingContext2D, { lane, top, isOne, content, colours }: LaneDrawing): void {
  const { scale, chosen } = content
  const height = laneHeight(isOne)
  for (const bar of barsOf(lane.happenings, scale)) {
    const part = height / bar.rows
    const box = { x: bar.x, y: top + bar.row * part + 2, width: bar.width, height: Math.max(3, part - 4) }
    on.fillStyle = colours.kinds[bar.happening.kind]
    on.globalAlpha = isFaint(bar.happening) ? 0.55 : 1
    on.fillRect(box.x, box.y, box.width, box.height)
    on.globalAlpha = 1
    drawMarks(on, bar, { ...box, colours })
    if (bar.happening.id !== chosen) continue
    on.strokeStyle = colours.ink
    on.lineWidth = 2
    on.strokeRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2)
    on.lineWidth = 1
  }
}

const isFaint = ({ clip }: Happening): boolean => clip === 'expired' || clip === 'failed'

/** A red cap for an alert that nobody took, a thinner one for one that somebody did; a dot for a star. */
function drawMarks(
  on: CanvasRenderingContext2D,
  { happening: { alert, isStarred } }: Bar,
  { x, y, width, height, colours }: { x: number; y: number; width: number; height: number; colours: Colours },
): void {
  if (alert !== null) {
    on.fillStyle = colours.alarm
    on.fillRect(x, y - 2, Math.max(width, 6), alert === 'new' ? 4 : 2)
  }
  if (!isStarred) return
  on.fillStyle = colours.warn
  on.beginPath()
  on.arc(x + width / 2, y + height / 2, 2.5, 0, Math.PI * 2)
  on.fill()
}

function drawClipPart(
  on: CanvasRenderingContext2D,
  { from, to, footage }: ClipPart,
  { scale, top, colours }: { scale: Scale; top: number; colours: Colours },
): void {
  const x = scale.xOf(from)
  const width = Math.max(2, scale.xOf(to) - x)
  const middle = top + stripHeights.clips / 2
  if (footage === 'clip') {
    on.fillStyle = colours.ink2
    on.fillRect(x, middle - 2, width, 4)
    return
  }
  on.strokeStyle = footage === 'expired' ? colours.ink3 : colours.accent
  on.lineWidth = 2
  on.setLineDash([2, 3])
  line(on, [x, middle], [x + width, middle])
  on.setLineDash([])
  on.lineWidth = 1
}

function hatch(
  on: CanvasRenderingContext2D,
  stretch: Stretch,
  { scale, top, bottom, colours }: { scale: Scale; top: number; bottom: number; colours: Colours },
): void {
  const from = Math.max(0, scale.xOf(stretch.from))
  const to = Math.min(scale.width, scale.xOf(stretch.to))
  if (to <= from) return
  on.save()
  on.beginPath()
  on.rect(from, top, to - from, bottom - top)
  on.clip()
  on.strokeStyle = colours.warn
  on.lineWidth = 1.5
  on.globalAlpha = 0.7
  const height = bottom - top
  for (let x = Math.floor((from - height) / 7) * 7; x < to; x += 7) {
    on.beginPath()
    on.moveTo(x, bottom)
    on.lineTo(x + height, top)
    on.stroke()
  }
  on.restore()
}

/** From one place to another, px. */
function line(
  on: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): void {
  on.beginPath()
  on.moveTo(x, y)
  on.lineTo(toX, toY)
  on.stroke()
}
