import { useState } from 'react'
import type { CameraDetail } from '../../../api/camera.js'
import { Note } from '../../../controls/note.js'
import { Unsaved } from '../../../frame/unsaved.js'
import { AiGroup } from './ai-group.js'
import { ConnectionGroup } from './connection-group.js'
import { DeleteCamera } from './delete-camera.js'
import { GatewayGroup } from './gateway-group.js'
import { GeneralGroup } from './general-group.js'
import { MotionGroup } from './motion-group.js'
import { QuietGroup } from './quiet-group.js'
import { RecordingGroup } from './recording-group.js'
import { SaveBar } from './save-bar.js'
import { StreamsGroup } from './streams-group.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'
import type { Trying } from './use-trying.js'
import type { ZoneEditing } from './use-zone-editing.js'

interface SettingsPanelProps {
  readonly camera: CameraDetail
  readonly form: SettingsForm
  readonly editing: ZoneEditing
  readonly trying: Trying
  readonly zone: string
}

/** All that can be set of a camera, in groups; what is typed is saved together, but for the connection. */
export function SettingsPanel({ camera, form, editing, trying, zone }: SettingsPanelProps) {
  const text = useSettingsText()
  const [isConnectionTyped, setConnectionTyped] = useState(false)
  return (
    <div className="flex min-h-0 flex-1 flex-col max-wide:flex-none">
      <Unsaved isUnsaved={form.edited.length > 0 || isConnectionTyped} />
      <section
        aria-label={text.title}
        // What scrolls is scrolled by keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto max-wide:overflow-visible"
      >
        {form.taken.length > 0 && (
          <div role="status" className="px-5 pt-4 max-wide:px-4">
            <Note tone="accent">
              {text.takenMeanwhile(form.taken.map((name) => text.settings[name]).join(', '))}
            </Note>
          </div>
        )}
        <GeneralGroup form={form} />
        <RecordingGroup form={form} />
        <MotionGroup {...{ form, editing, trying, zone }} />
        <StreamsGroup form={form} />
        <AiGroup form={form} cameraId={camera.id} />
        <QuietGroup cameraId={camera.id} />
        <ConnectionGroup camera={camera} onTyped={setConnectionTyped} />
        {camera.connection_mode === 'gateway' && <GatewayGroup camera={camera} />}
        <DeleteCamera id={camera.id} name={camera.name} />
      </section>
      <SaveBar form={form} />
    </div>
  )
}
