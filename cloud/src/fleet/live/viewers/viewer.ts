import type { IncomingMessage } from 'node:http'
import type { Camera } from '@sightline/protocol'
import type { RawAnswer } from '../../../platform/http/raw-answer.js'
import type { Platform } from '../../../platform/platform.js'

/** Who watches, for the audit. */
export interface Principal {
  readonly kind: 'user' | 'service_account' | 'live_token'
  readonly id: string
  readonly name: string
}

/** Why a subscription, or a whole socket, ends: one of `liveCloseCodes`, a word for programs, a sentence for people. */
export interface LiveEnd {
  readonly code: number
  readonly reason: string | null
  readonly message: string
}

/** What live view needs to know of a camera. */
export interface WatchedCamera {
  readonly id: string
  readonly orgId: string
  readonly siteId: string
  /** Null for a camera in direct mode, and for one whose gateway is gone. */
  readonly gatewayId: string | null
  readonly connectionMode: Camera['connection_mode']
  readonly name: string
  readonly enabled: boolean
  /** What each stream is said to be: `h264`, `h265`; null if it is not known, or there is no such stream. */
  readonly codecs: { readonly main: string | null; readonly sub: string | null }
}

/** Somebody who watches, admitted before 101, for as long as the live socket is open. */
export interface Viewer {
  readonly orgId: string
  readonly principal: Principal
  /** Whose places pictures and sockets take: of a live token that a person made, the person's. */
  readonly countsAs: Pick<Principal, 'kind' | 'id'>
  /** When the token ends; null for one that does not. Moves on with `replaceToken` and `renew`. */
  readonly expiresAt: Date | null
  /**
   * The camera, if the viewer may watch it.
   * @throws AppError missing (of another organisation or site, deleted), or forbidden
   */
  requireCamera(cameraId: string): Promise<WatchedCamera>
  /**
   * Whether session, role, site, token and cameras still hold: asked at each notice, and each 5 s.
   * @returns why the socket ends, or null; and why which camera's subscriptions end
   */
  verify(cameraIds: readonly string[]): Promise<{
    readonly socket: LiveEnd | null
    readonly cameras: ReadonlyMap<string, LiveEnd>
  }>
  /**
   * Takes a newer access token of the same session.
   * @returns its end
   * @throws AppError unauthenticated for another session's, or one that is over
   */
  replaceToken(token: string): Promise<Date>
  /** Lengthens a live token by its own time. @returns its end. @throws AppError unauthenticated, or invalid */
  renew(): Promise<Date>
  /** The picture of a camera begins: for the audit and the counts. */
  began(camera: WatchedCamera): Promise<void>
  /** It has ended. @param watchedMs how long it was watched */
  ended(camera: WatchedCamera, watchedMs: number): Promise<void>
}

/** A viewer, or why there is none: the answer to the upgrade. */
export type ViewerAdmission =
  | { readonly ok: true; readonly viewer: Viewer }
  | { readonly ok: false; readonly refusal: RawAnswer }

/** Checks Origin and token of a request for `/api/v1/live`: `admitViewer`. */
export type AdmitViewer = (platform: Platform, request: IncomingMessage) => Promise<ViewerAdmission>
