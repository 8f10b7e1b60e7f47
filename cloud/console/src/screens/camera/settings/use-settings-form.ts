import { FailedCall } from '@sightline/client'
import { useMemo, useState } from 'react'
import type { CameraDetail } from '../../../api/camera.js'
import { useChangeCamera, useReadCameraNow } from '../../../api/camera-settings.js'
import { isConflict } from '../../../api/queries.js'
import {
  afterSaving,
  beginDraft,
  changedMeanwhile,
  type Edits,
  edit,
  editedNames,
  keepMine,
  madeOf,
  problemOf,
  type SettingName,
  type Settings,
  settingsOf,
  shownSettings,
  takeTheirs,
} from './camera-draft.js'

/** What became of saving. */
export type Saving =
  | { readonly kind: 'idle' | 'saving' | 'saved' }
  | {
      readonly kind: 'refused'
      readonly sentence: string
      /** Of the camera, where that is why. */
      readonly fault: string | null
      readonly fields: Readonly<Record<string, string>>
    }
  | { readonly kind: 'failed' }

/** The settings of a camera as they are typed, beside what they are by now. */
export interface SettingsForm {
  readonly shown: Settings
  readonly edited: readonly SettingName[]
  /** What somebody else changed since the page was opened, and what of that was typed here too. */
  readonly taken: readonly SettingName[]
  readonly contested: readonly SettingName[]
  /** The camera as it is by now. */
  readonly now: Settings
  readonly problem: ReturnType<typeof problemOf>
  readonly saving: Saving
  readonly set: (change: Edits) => void
  readonly keepMine: (name: SettingName) => void
  readonly takeTheirs: (name: SettingName) => void
  readonly discard: () => void
  readonly save: () => Promise<void>
}

export function useSettingsForm(camera: CameraDetail): SettingsForm {
  const now = useMemo(() => settingsOf(camera), [camera])
  const [draft, setDraft] = useState(() => beginDraft(now))
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' })
  const { mutateAsync } = useChangeCamera(camera.id)
  const readNow = useReadCameraNow(camera.id)
  const problem = problemOf(draft)
  const save = async (): Promise<void> => {
    if (problem !== null || editedNames(draft).length === 0) return
    setSaving({ kind: 'saving' })
    const { edits } = draft
    try {
      const saved = await mutateAsync({ ...edits, if_still: madeOf(draft) })
      setDraft((typed) => afterSaving(typed, edits, settingsOf(saved)))
      setSaving({ kind: 'saved' })
    } catch (error) {
      // Somebody was faster: what they set is shown, and which of both is to stand is asked.
      const isContested = isConflict(error) && (await isOvertaken())
      setSaving(isContested ? { kind: 'idle' } : refusalOf(error))
    }
  }
  const isOvertaken = () =>
    readNow().then(
      (newest) => changedMeanwhile(draft, settingsOf(newest)).contested.length > 0,
      () => false,
    )
  return {
    shown: shownSettings(draft, now),
    edited: editedNames(draft),
    ...changedMeanwhile(draft, now),
    now,
    problem,
    saving,
    set: (change) => {
      setDraft((typed) => edit(typed, change, now))
      setSaving((known) => (known.kind === 'saving' ? known : { kind: 'idle' }))
    },
    keepMine: (name) => setDraft((typed) => keepMine(typed, name, now)),
    takeTheirs: (name) => setDraft((typed) => takeTheirs(typed, name, now)),
    discard: () => {
      setDraft(beginDraft(now))
      setSaving({ kind: 'idle' })
    },
    save,
  }
}

/** What the service said against something, and against which field. */
export function refusalOf(error: unknown): Extract<Saving, { kind: 'refused' | 'failed' }> {
  if (!(error instanceof FailedCall)) return { kind: 'failed' }
  const { details, message, fault } = error.error
  const fields = Object.fromEntries(
    details.map(({ path, message: said }) => [path.split('.')[0] ?? '', said]),
  )
  return { kind: 'refused', sentence: message, fault, fields }
}
