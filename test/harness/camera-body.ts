import type { FakeCamera } from '../fakes/camera/index.js'

/** Events come when a test makes them: nothing of the picture is watched, unless a test says otherwise. */
const noMotion = [
  {
    name: 'Everything',
    kind: 'exclude',
    points: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  },
]

/** What creates a camera by its RTSP address. @param place its site, and who is to receive it */
export function rtspCameraBody<Place extends object>(fake: FakeCamera, place: Place) {
  const { name, credentials } = fake.options
  return {
    name,
    ...place,
    type: 'rtsp',
    rtsp_url: fake.rtspUrl(),
    rtsp_username: credentials.username,
    rtsp_password: credentials.password,
    motion_zones_json: noMotion,
    // A clip ends with what was asked for, unless a test says otherwise: every second more is waited for.
    post_event_buffer_sec: 0,
  }
}

/** What creates a camera by the address of its ONVIF service. @param place its site, and who is to receive it */
export function onvifCameraBody<Place extends object>(fake: FakeCamera, place: Place) {
  const { name, credentials, host } = fake.options
  return {
    name,
    ...place,
    type: 'onvif',
    host,
    port: fake.onvifPort,
    onvif_username: credentials.username,
    onvif_password: credentials.password,
    motion_zones_json: noMotion,
    post_event_buffer_sec: 0,
  }
}
