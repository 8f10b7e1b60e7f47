import type { CameraDetail } from '../../../api/camera.js'
import type { MotionZone } from '../../../api/camera-settings.js'

/** What of a camera is set on the page and saved together. */
export const settingNames = [
  'name',
  'site_id',
  'enabled',
  'recording_duration_sec',
  'pre_event_buffer_sec',
  'post_event_buffer_sec',
  'recording_stream',
  'detection_stream',
  'stream_mode',
  'stream_transport',
  'motion_sensitivity',
  'motion_zones_json',
  'ai_analysis_mode',
  'ai_pass_mode',
  'prompt_pack_id',
  'ai_provider_override',
  'ai_model_override',
] as const
export type SettingName = (typeof settingNames)[number]
export type Settings = Pick<CameraDetail, Exclude<SettingName, 'motion_zones_json'>> & {
  motion_zones_json: MotionZone[]
}
export type Edits = Partial<Settings>

/** What somebody typed and has not saved, and what the camera was like when they began. */
export interface Draft {
  readonly base: Settings
  readonly edits: Edits
}

export const beginDraft = (now: Settings): Draft => ({ base: now, edits: {} })

/** What of a camera can be set here. */
export function settingsOf(camera: CameraDetail): Settings {
  const {
    name,
    site_id,
    enabled,
    recording_duration_sec,
    pre_event_buffer_sec,
    post_event_buffer_sec,
    recording_stream,
    detection_stream,
    stream_mode,
    stream_transport,
    motion_sensitivity,
    motion_zones_json,
    ai_analysis_mode,
    ai_pass_mode,
    prompt_pack_id,
    ai_provider_override,
    ai_model_override,
  } = camera
  return {
    name,
    site_id,
    enabled,
    recording_duration_sec,
    pre_event_buffer_sec,
    post_event_buffer_sec,
    recording_stream,
    detection_stream,
    stream_mode,
    stream_transport,
    motion_sensitivity,
    // The types of answers do not say that a point has two.
    motion_zones_json: motion_zones_json.map((zone) => ({
      ...zone,
      points: zone.points.map(([x = 0, y = 0]) => [x, y]),
    })),
    ai_analysis_mode,
    ai_pass_mode,
    prompt_pack_id,
    ai_provider_override,
    ai_model_override,
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What the page shows: the camera as it is now, with what was typed over it. */
export const shownSettings = ({ edits }: Draft, now: Settings): Settings => ({ ...now, ...edits })

/** Changes the draft. What is as the camera has it is no edit any more. */
export function edit(draft: Draft, change: Edits, now: Settings): Draft {
  const edits: Edits = { ...draft.edits, ...change }
  for (const name of settingNames) if (name in edits && isSame(edits[name], now[name])) delete edits[name]
  return { ...draft, edits }
}

/** What was typed and is not saved. */
export const editedNames = ({ edits }: Draft): SettingName[] => settingNames.filter((name) => name in edits)

/** What those settings were that are typed, when they were. */
export const madeOf = (draft: Draft): Edits =>
  Object.fromEntries(editedNames(draft).map((name) => [name, draft.base[name]]))

/** What somebody else changed since the draft was begun: beside what was typed, and what was typed too, otherwise. */
export function changedMeanwhile(
  draft: Draft,
  now: Settings,
): { taken: SettingName[]; contested: SettingName[] } {
  const changed = settingNames.filter((name) => !isSame(draft.base[name], now[name]))
  return {
    taken: changed.filter((name) => !(name in draft.edits)),
    contested: changed.filter((name) => name in draft.edits && !isSame(draft.edits[name], now[name])),
  }
}

/** One's own goes over what somebody else set meanwhile. */
export const keepMine = (draft: Draft, name: SettingName, now: Settings): Draft => ({
  ...draft,
  base: { ...draft.base, [name]: now[name] },
})

/** What somebody else set meanwhile stays. */
export function takeTheirs(draft: Draft, name: SettingName, now: Settings): Draft {
  const { [name]: _mine, ...edits } = draft.edits
  return keepMine({ ...draft, edits }, name, now)
}

/** What was saved is no edit any more; what was typed while it was saved stays. */
export function afterSaving(draft: Draft, saved: Edits, now: Settings): Draft {
  const edits: Edits = { ...draft.edits }
  for (const name of settingNames) if (name in saved && isSame(edits[name], saved[name])) delete edits[name]
  return { base: now, edits }
}

export const longestName = 100

/** What is wrong with what was typed; null: it can be saved. */
export const problemOf = ({ edits }: Draft): 'nameMissing' | 'zoneNameMissing' | null =>
  edits.name !== undefined && edits.name.trim() === ''
    ? 'nameMissing'
    : edits.motion_zones_json?.some(({ name }) => name.trim() === '') === true
      ? 'zoneNameMissing'
      : null
