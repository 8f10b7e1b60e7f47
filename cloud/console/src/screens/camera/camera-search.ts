import { textsIn } from '../../frame/search.js'
import { mayAs, type Role } from '../../session/session-user.js'
import { type Span, spans } from '../../timeline/span.js'

/** What the address of a camera says beside the camera. What fits nowhere is as if it were not there. */
export interface CameraSearch {
  /** The recorded moment that is shown, RFC 3339; without it the picture is live. */
  readonly at?: string
  readonly span?: Span
}

export function readCameraSearch(search: Readonly<Record<string, unknown>>): CameraSearch {
  const { at, span } = textsIn(search, ['at', 'span'])
  const known = spans.find((one) => one === span)
  return {
    ...(at !== undefined &&
      Number.isFinite(Date.parse(at)) && { at: new Date(Date.parse(at)).toISOString() }),
    ...(known && { span: known }),
  }
}

/** The tabs beside the picture; the first has no name in the address. */
export const cameraTabs = ['events', 'health', 'focus', 'settings'] as const
export type CameraTab = (typeof cameraTabs)[number]

export const tabOf = (segment: string | undefined): CameraTab | null =>
  segment === undefined ? 'events' : (cameraTabs.find((tab) => tab === segment) ?? null)

/**
 * The tabs that somebody may use. Whoever sees a camera may say what to look for (interface: Cameras); its settings are for
 * operators. Of a camera that was deleted there are only the events.
 */
export const tabsFor = (role: Role, hasDetail: boolean): readonly CameraTab[] =>
  cameraTabs.filter(
    (tab) => tab === 'events' || (hasDetail && (tab !== 'settings' || mayAs(role, 'operator'))),
  )
