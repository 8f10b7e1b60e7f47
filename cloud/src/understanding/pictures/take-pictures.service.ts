import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import { storeFrames } from '../../events/media/store-frames.service.js'
import type { Platform } from '../../platform/platform.js'
import { bringClip } from './bring-clip.js'
import { mostPictures } from './choose-moments.js'
import { type CutPicture, cutClip } from './cut-pictures.js'
import type { FrameCutter } from './frame-cutter.service.js'
import { findPictureSource, type PictureSource } from './picture.repository.js'
import { readSnapshotPicture } from './snapshot-picture.js'
import type { PictureRequest, PicturesTaken, TakenPicture } from './taken-picture.service.js'

export interface PictureDeps extends Pick<Platform, 'database' | 'log'> {
  readonly store: BlobStore
  readonly frames: FrameCutter
}

/**
 * The pictures of an event that a model analyses. Those out of the clip are stored as frames of the run. Whatever the
 * clip is (it comes from outside), the answer is a value.
 * @throws the signal's reason if it aborts; what database or media store throw
 */
export async function takePictures(
  deps: PictureDeps,
  request: PictureRequest,
  signal: AbortSignal,
): Promise<PicturesTaken> {
  signal.throwIfAborted()
  const { orgId, eventId, mode } = request
  const source = await findPictureSource(deps.database.forOrg(orgId), orgId, eventId)
  if (!source) return none('The event was deleted.')
  try {
    if (mode === 'snapshot_only') {
      const pictures = await ofSnapshot(deps, source, signal)
      if (pictures) return taken(pictures, null)
    }
    const ofTheClip = await ofClip(deps, request, source, signal)
    if (ofTheClip.kind === 'cut') return taken(ofTheClip.pictures, noteOf(ofTheClip.pictures, mode))
    const { why, again } = ofTheClip
    if (again && request.mayWait) return { kind: 'later', reason: `No picture was looked at yet: ${why}.` }
    const pictures = mode === 'snapshot_only' ? null : await ofSnapshot(deps, source, signal)
    return pictures ? taken(pictures, `Only the snapshot was looked at: ${why}.`) : none(nothing(why))
  } catch (error) {
    // What was cut short fails in its own words.
    signal.throwIfAborted()
    throw error
  }
}

const none = (reason: string): PicturesTaken => ({ kind: 'none', reason })
const taken = (pictures: readonly TakenPicture[], note: string | null): PicturesTaken => ({
  kind: 'taken',
  pictures,
  note,
})
const nothing = (why: string): string => `There is no picture of this event: ${why}.`

function noteOf(pictures: readonly TakenPicture[], mode: PictureRequest['mode']): string | null {
  const most = mostPictures[mode]
  return mode !== 'multi_frame' || pictures.length === most
    ? null
    : `The clip gave ${pictures.length} of ${most} pictures.`
}

async function ofSnapshot(
  deps: PictureDeps,
  source: PictureSource,
  signal: AbortSignal,
): Promise<TakenPicture[] | null> {
  const snapshot = source.media.find(({ kind }) => kind === 'snapshot')
  const picture = snapshot ? await readSnapshotPicture(deps, snapshot.key, signal) : null
  if (!snapshot || !picture) return null
  const offsetSec = source.clip_start_at === null ? null : triggerSec(source)
  return [{ mediaId: snapshot.id, offsetSec, takenAt: source.triggered_at, ...picture }]
}

/** `why` there are none: words that follow a colon; `again`: later there may be some. */
type OfClip =
  | { readonly kind: 'cut'; readonly pictures: readonly TakenPicture[] }
  | { readonly kind: 'not_cut'; readonly why: string; readonly again: boolean }

const notCut = (why: string, again = false): OfClip => ({ kind: 'not_cut', why, again })

/** Pictures out of the clip. */
async function ofClip(
  deps: PictureDeps,
  request: PictureRequest,
  source: PictureSource,
  signal: AbortSignal,
): Promise<OfClip> {
  const clip = source.media.find(({ kind }) => kind === 'clip')
  if (!clip) return notCut('it has no clip')
  const ready = await deps.frames.isReady()
  if (ready !== 'yes') return notCut('there is no ffmpeg on the server to cut the clip', ready === 'later')
  const cut = await deps.frames.work(async (workspace) => {
    const outcome = await bringClip(deps.store, clip, workspace.folder, signal)
    return outcome === 'placed' ? cutClip(workspace, request.mode, triggerSec(source)) : outcome
  }, signal)
  if (cut === 'gone') return notCut('its clip is gone')
  if (cut === 'too_large') return notCut('its clip is too large to be looked at')
  if (cut.kind === 'failed') {
    const { orgId, eventId } = request
    deps.log.warn({ orgId, eventId, reason: cut.reason, said: cut.said }, 'pictures.not_cut')
    return notCut(`its clip could not be looked at, for ${cut.reason}`, cut.again)
  }
  const pictures = await keep(deps, request, source, cut.pictures)
  return pictures ? { kind: 'cut', pictures } : notCut('its clip is gone')
}

/** @returns null if the clip went away meanwhile */
async function keep(
  deps: PictureDeps,
  request: PictureRequest,
  source: PictureSource,
  pictures: readonly CutPicture[],
): Promise<TakenPicture[] | null> {
  const startMs = (source.clip_start_at ?? source.triggered_at).getTime()
  const frames = pictures.map(({ offsetSec, large }) => ({
    ...large,
    takenAt: new Date(startMs + offsetSec * 1000),
  }))
  const ids = await storeFrames(deps, { ...request, frames })
  return (
    ids &&
    pictures.flatMap(({ offsetSec, large, small }, index) => {
      const [mediaId, frame] = [ids[index], frames[index]]
      if (mediaId === undefined || frame === undefined) return []
      return [{ mediaId, offsetSec, takenAt: frame.takenAt, large, small: () => Promise.resolve(small) }]
    })
  )
}

/** Where the trigger is in the clip, seconds. */
function triggerSec({ triggered_at: triggeredAt, clip_start_at: startAt }: PictureSource): number {
  return startAt === null ? 0 : Math.max(0, (triggeredAt.getTime() - startAt.getTime()) / 1000)
}
