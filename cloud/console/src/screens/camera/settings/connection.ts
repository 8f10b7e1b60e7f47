import type { CameraDetail } from '../../../api/camera.js'
import type { CameraChange } from '../../../api/camera-settings.js'
import { ofWord } from '../../../api/of-word.js'

type CameraType = CameraDetail['type']

/** What says how a camera of each kind is reached. */
const connectionFields = {
  rtsp: ['rtsp_url', 'rtsp_sub_url', 'rtsp_username', 'rtsp_password'],
  onvif: ['host', 'port', 'onvif_username', 'onvif_password', 'onvif_channel'],
} as const satisfies Record<CameraType, readonly (keyof CameraChange)[]>

export type ConnectionField = (typeof connectionFields)[CameraType][number]
/** The same, of a camera of whatever kind. */
export const fieldsOf = (type: CameraType): readonly ConnectionField[] =>
  ofWord<CameraType, readonly ConnectionField[]>(connectionFields, type, [])
/** What was typed, by field; an empty one is left as the camera has it. */
export type Typed = Readonly<Record<string, string>>
type Connection = Pick<CameraChange, ConnectionField>

/** What of a connection was typed. Passwords are taken as they are, of the rest no blanks around it. */
export function connectionOf(typed: Typed, type: CameraType): Connection {
  const connection: Connection = {}
  for (const field of fieldsOf(type)) {
    const value = typed[field] ?? ''
    if (value.trim() === '') continue
    // What is no number is refused by the service, beside its field.
    if (field === 'port') connection.port = Number(value)
    else connection[field] = field.endsWith('password') ? value : value.trim()
  }
  return connection
}

/** Whether all is there that a camera can be tried with that nobody has stored. */
export const isWhole = (connection: Connection, type: CameraType): boolean =>
  type === 'rtsp'
    ? connection.rtsp_url !== undefined
    : connection.host !== undefined &&
      connection.onvif_username !== undefined &&
      connection.onvif_password !== undefined
