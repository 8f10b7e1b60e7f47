import type { CameraDetail } from '../../../api/camera.js'
import { useFocus } from '../../../api/focus.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { useText } from '../../../text/use-text.js'
import { SetupLayout } from '../settings/setup-layout.js'
import { FocusPanel } from './focus-panel.js'
import { useFocusText } from './use-focus-text.js'

/** What the analysis of a camera's events is to look for, beside its picture. */
export function FocusView({ camera, zone }: { camera: CameraDetail; zone: string }) {
  const text = useFocusText()
  const { frame } = useText()
  const { data, isError, refetch } = useFocus(camera.id)
  return (
    <SetupLayout camera={camera}>
      {data ? (
        <FocusPanel
          cameraId={camera.id}
          focus={data}
          zone={zone}
          isOff={camera.ai_analysis_mode === 'disabled'}
        />
      ) : isError ? (
        <div className="p-4">
          <Note tone="warn">
            {text.failed}{' '}
            <Button small onClick={() => void refetch()}>
              {frame.tryAgain}
            </Button>
          </Note>
        </div>
      ) : (
        <p className="appear-late p-4 text-ink-3">{frame.loading}</p>
      )}
    </SetupLayout>
  )
}
