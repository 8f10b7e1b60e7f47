import type { SightlinePlayer } from '@sightline/player'
import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useKeys } from '../../frame/keys.js'
import { useText } from '../../text/use-text.js'
import { happeningBeside } from '../../timeline/clips.js'
import type { Happening } from '../../timeline/happening.js'
import { type Span, spanBeside } from '../../timeline/span.js'

interface CameraKeys {
  readonly player: RefObject<SightlinePlayer | null>
  /** By their beginning. */
  readonly happenings: readonly Happening[]
  readonly position: () => number
  readonly goTo: (at: number) => void
  /** Null: there is nothing live. */
  readonly goLive: (() => void) | null
  readonly span: Span
  readonly setSpan: (span: Span, pivot: null) => void
}

const stepMs = 5000

/** The keys of player and timeline (design, section 8). */
export function useCameraKeys({
  player,
  happenings,
  position,
  goTo,
  goLive,
  span,
  setSpan,
}: CameraKeys): void {
  const navigate = useNavigate()
  const toEvent = (direction: 1 | -1) => {
    const beside = happeningBeside(position(), happenings, direction)
    if (beside) goTo(beside.from)
  }
  const { keys } = useText()
  useKeys({
    ' ': {
      does: keys.player[' '],
      act: () => (player.current?.paused ? player.current.play() : player.current?.stop()),
    },
    ArrowLeft: { does: keys.player.ArrowLeft, act: () => goTo(position() - stepMs) },
    ArrowRight: { does: keys.player.ArrowRight, act: () => goTo(position() + stepMs) },
    'Shift+ArrowLeft': { does: keys.eventBefore, act: () => toEvent(-1) },
    'Shift+ArrowRight': { does: keys.eventNext, act: () => toEvent(1) },
    ',': { does: keys.player[','], act: () => player.current?.step(-1) },
    '.': { does: keys.player['.'], act: () => player.current?.step(1) },
    '[': { does: keys.spanLess, act: () => setSpan(spanBeside(span, false), null) },
    ']': { does: keys.spanMore, act: () => setSpan(spanBeside(span, true), null) },
    '-': { does: keys.player['-'], act: () => player.current?.press('-') },
    '+': { does: keys.player['+'], act: () => player.current?.press('+') },
    l: { does: keys.toNow, act: () => goLive?.() },
    m: { does: keys.player.m, act: () => player.current?.mute(!player.current.muted) },
    p: { does: keys.player.p, act: () => player.current?.save() },
    f: { does: keys.player.f, act: () => player.current?.fullscreen() },
    // The button is there for who may, and says what comes of it.
    r: { does: keys.record, act: () => document.querySelector<HTMLButtonElement>('[data-record]')?.click() },
    j: { does: keys.eventBefore, act: () => toEvent(-1) },
    k: { does: keys.eventNext, act: () => toEvent(1) },
    Escape: { does: keys.back, act: () => void navigate({ to: '/cameras' }) },
  })
}
