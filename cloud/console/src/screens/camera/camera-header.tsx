import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useDiagnostics } from '../../api/camera.js'
import { useCameras } from '../../api/cameras.js'
import { useRecordNow } from '../../api/record.js'
import { CameraState } from '../../cameras/camera-state.js'
import { codecName } from '../../cameras/codec-name.js'
import { Button, buttonClass, IconButton } from '../../controls/button.js'
import { OwnButton } from '../../frame/own-button.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useCameraText } from '../../text/use-camera-text.js'
import type { KnownCamera } from './use-known-camera.js'

const TakePicture = lazy(async () => ({ default: (await import('./take-picture.js')).TakePicture }))

/** Which camera it is and how it fares, those beside it, and what can be done with it. */
export function CameraHeader({ camera: { id, name, zone, detail } }: { camera: KnownCamera }) {
  const text = useCameraText()
  const cameras = useCameras(null).data ?? []
  const navigate = useNavigate()
  const place = cameras.findIndex((one) => one.id === id)
  const beside = (by: number) => (place < 0 ? undefined : cameras[place + by])
  const [isTaking, setTaking] = useState(false)
  const goBeside = (by: number) => {
    const other = beside(by)
    if (other) void navigate({ to: '/cameras/$id/{-$tab}', params: { id: other.id }, search: {} })
  }
  return (
    <header className="flex min-h-bar flex-none items-center gap-3 border-b border-line px-5 max-wide:px-3">
      <Link
        to="/cameras"
        aria-label={text.back}
        title={text.back}
        className={buttonClass({ look: 'bare', bare: true })}
      >
        <Icon name="back" size={18} />
      </Link>
      <h1 className="min-w-0 truncate text-xl font-title tracking-(--tracking-title)">{name}</h1>
      {detail && <CameraState status={detail.status} />}
      {detail && <StreamFacts cameraId={id} />}
      <div className="flex-1" />
      <IconButton
        look="plain"
        small
        icon="back"
        className="max-wide:hidden"
        label={text.earlier}
        disabled={!beside(-1)}
        onClick={() => goBeside(-1)}
      />
      <IconButton
        look="plain"
        small
        icon="next"
        className="max-wide:hidden"
        label={text.next}
        disabled={!beside(1)}
        onClick={() => goBeside(1)}
      />
      {detail && (
        <IconButton
          look="plain"
          small
          icon="picture"
          label={text.takePicture}
          aria-haspopup="dialog"
          onClick={() => setTaking(true)}
        />
      )}
      <Suspense>
        {isTaking && <TakePicture camera={{ id, name }} zone={zone} onClose={() => setTaking(false)} />}
      </Suspense>
      {detail && <RecordNow camera={{ id, name }} isReady={detail.status === 'online'} />}
      <div className="wide:hidden">
        <OwnButton small />
      </div>
    </header>
  )
}

/** What its main stream is, and by which gateway it comes; on phones the tab of its health says so. */
function StreamFacts({ cameraId }: { cameraId: string }) {
  const { data } = useDiagnostics(cameraId)
  if (!data) return null
  const main = data.streams.find(({ role }) => role === 'main')
  const facts = [
    main?.resolution.replace('x', ' × '),
    main && codecName(main.codec),
    main && main.fps !== null ? `${Math.round(main.fps)}\u00a0fps` : undefined,
    data.gateway?.name,
  ]
  return (
    <p className="min-w-0 truncate text-xs text-ink-3 max-desk:hidden">
      {facts.filter((fact) => fact !== undefined).join(' · ')}
    </p>
  )
}

function RecordNow({ camera, isReady }: { camera: { id: string; name: string }; isReady: boolean }) {
  const text = useCameraText()
  const { role } = useUser()
  const trigger = useRecordNow()
  if (!mayAs(role, 'operator')) return null
  return (
    <Button
      small
      icon="record"
      data-record=""
      disabled={trigger.isPending || !isReady}
      onClick={() => trigger.mutate(camera)}
    >
      <span className="max-wide:sr-only">{trigger.isPending ? text.recording : text.record}</span>
    </Button>
  )
}
