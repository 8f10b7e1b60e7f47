import type { CameraDetail } from '../../../api/camera.js'
import { useKeys } from '../../../frame/keys.js'
import { SettingsPanel } from './settings-panel.js'
import { SetupLayout } from './setup-layout.js'
import { TriedMovementPicture } from './tried-picture.js'
import { useSettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'
import { useTrying } from './use-trying.js'
import { useZoneEditing } from './use-zone-editing.js'
import { ZoneOverlay } from './zone-overlay.js'

/** The settings of a camera beside its picture, on which zones are drawn. */
export function SettingsView({ camera, zone }: { camera: CameraDetail; zone: string }) {
  const text = useSettingsText()
  const form = useSettingsForm(camera)
  const editing = useZoneEditing(form.shown.motion_zones_json, (zones) =>
    form.set({ motion_zones_json: zones }),
  )
  const trying = useTrying(camera.id, form.shown)
  useKeys(editing.canUndo ? { 'Ctrl+z': { does: text.undo, act: editing.undo } } : {})
  return (
    <SetupLayout
      camera={camera}
      isMovable
      over={
        <>
          {trying.shown && <TriedMovementPicture tried={trying.shown} />}
          <ZoneOverlay editing={editing} />
        </>
      }
    >
      <SettingsPanel {...{ camera, form, editing, trying, zone }} />
    </SetupLayout>
  )
}
