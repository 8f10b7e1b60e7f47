import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { isNotFound } from '../../api/queries.js'
import { Button } from '../../controls/button.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { useTitle } from '../../frame/use-title.js'
import { useUser } from '../../session/use-session.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useText } from '../../text/use-text.js'
import { CameraHeader } from './camera-header.js'
import { tabOf, tabsFor } from './camera-search.js'
import { CameraView } from './camera-view.js'
import { useKnownCamera } from './use-known-camera.js'

const SettingsView = lazy(async () => ({
  default: (await import('./settings/settings-view.js')).SettingsView,
}))
const FocusView = lazy(async () => ({ default: (await import('./focus/focus-view.js')).FocusView }))

const route = getRouteApi('/cameras/$id/{-$tab}')

/** One camera: live, what it recorded at any moment, and what is set of it. */
export function CameraPage() {
  const text = useCameraText()
  const { frame } = useText()
  const { role } = useUser()
  const { id, tab: segment } = route.useParams()
  const tab = tabOf(segment)
  const { camera, isPending, error, again } = useKnownCamera(id)
  useTitle(camera?.name ?? text.back)
  if (tab === null || (error !== null && isNotFound(error))) return <Nothing />
  if (isPending) return <Loading />
  if (camera === null)
    return (
      <Centred sentence={text.failed}>
        <Button onClick={again}>{frame.tryAgain}</Button>
      </Centred>
    )
  const { detail, zone } = camera
  if (!tabsFor(role, detail !== null).includes(tab)) return <Nothing />
  if (detail === null || tab === 'events' || tab === 'health')
    return <CameraView key={id} camera={camera} tab={tab} />
  return (
    <>
      <CameraHeader camera={camera} />
      <Part key={tab} waiting={<Loading />} broken={<Centred sentence={frame.partFailed} />}>
        {tab === 'settings' ? (
          <SettingsView key={id} camera={detail} zone={zone} />
        ) : (
          <FocusView key={id} camera={detail} zone={zone} />
        )}
      </Part>
    </>
  )
}
