import { type ReactNode, useState } from 'react'
import { type CameraDetail, useDiagnostics } from '../../../api/camera.js'
import { PtzControls } from '../../../cameras/ptz-controls.js'
import { useSize } from '../../../frame/use-size.js'
import { LivePicture } from '../../../pictures/live-picture.js'
import { useCameraText } from '../../../text/use-camera-text.js'
import { CameraTabs } from '../camera-tabs.js'
import { fitWithin, shapeOf } from './fit-within.js'

interface SetupLayoutProps {
  readonly camera: CameraDetail
  /** Whether the camera may be turned from here, where it has PTZ. */
  readonly isMovable?: boolean
  /** What lies on the picture, exactly as large. */
  readonly over?: ReactNode
  readonly children: ReactNode
}

/** A camera's live picture, and what is set beside it; on phones below it. */
export function SetupLayout({ camera, isMovable = false, over, children }: SetupLayoutProps) {
  const text = useCameraText()
  const { data: facts } = useDiagnostics(camera.id)
  const [place, room] = useSize()
  const [seen, setSeen] = useState<number | null>(null)
  const told = facts?.streams.find(({ role }) => role === 'main')?.resolution
  const size = fitWithin(room, seen ?? shapeOf(told))
  return (
    <div className="flex min-h-0 flex-1 max-wide:flex-col max-wide:overflow-y-auto">
      <section
        aria-label={text.picture}
        className="on-picture flex min-h-0 min-w-0 flex-1 flex-col bg-stage text-on-picture max-wide:sticky max-wide:top-0 max-wide:z-10 max-wide:flex-none wide:my-[10px] wide:ml-3 wide:overflow-hidden wide:rounded-3"
      >
        <div
          ref={place}
          className="grid min-h-0 flex-1 place-items-center max-wide:aspect-video max-wide:flex-none"
        >
          <div className="relative" style={size}>
            <LivePicture
              isBare
              cameraId={camera.id}
              label={camera.name}
              stream="main"
              mode="full"
              onSize={(width, height) => setSeen(width / height)}
              className="tile absolute inset-0"
            />
            {over}
          </div>
        </div>
        {isMovable && camera.type === 'onvif' && camera.status === 'online' && (
          <PtzControls camera={camera} />
        )}
      </section>
      <aside className="flex min-h-0 flex-none flex-col wide:w-[420px] desk:w-[520px]">
        <CameraTabs hasDetail />
        {children}
      </aside>
    </div>
  )
}
