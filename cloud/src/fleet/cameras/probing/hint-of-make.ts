import type { CameraFault, CameraType } from '@sightline/protocol'

/** Where the settings of a make are that mend a fault. */
export interface MakeHint {
  /** The same for the same words, for programs that have their own. */
  readonly code: string
  readonly message: string
}

interface MakeRow {
  readonly make: RegExp
  /** Null: by RTSP and ONVIF alike. */
  readonly type: CameraType | null
  readonly faults: readonly CameraFault[]
  readonly hint: MakeHint
}

const axis = /\baxis\b/i
const hikvision = /hikvision|hilook/i
const dahua = /dahua|amcrest|lorex/i
const hanwha = /hanwha|wisenet|samsung/i
const reolink = /reolink/i
const tapo = /tapo|tp-?link/i

/** What is particular to makes that are common; from their manuals and docs/camera-quirks.md. */
const rows: readonly MakeRow[] = [
  {
    make: axis,
    type: 'onvif',
    faults: ['auth'],
    hint: {
      code: 'axis_onvif_account',
      message:
        'At an Axis, ONVIF has its own accounts: add one at the camera, under System, Accounts, ONVIF accounts.',
    },
  },
  {
    make: hikvision,
    type: 'onvif',
    faults: ['auth', 'refused', 'not_rtsp'],
    hint: {
      code: 'hikvision_onvif_user',
      message:
        'At a Hikvision, ONVIF is off at first and has its own users: Configuration, Network, Advanced Settings, Integration Protocol.',
    },
  },
  {
    make: dahua,
    type: 'onvif',
    faults: ['auth'],
    hint: {
      code: 'dahua_onvif_user',
      message: 'At a Dahua, ONVIF has its own users: Settings, System, Account, ONVIF User.',
    },
  },
  {
    make: tapo,
    type: null,
    faults: ['auth'],
    hint: {
      code: 'tapo_camera_account',
      message:
        'A Tapo does not take the account of the app: make a camera account in the app, under Advanced Settings, Camera Account.',
    },
  },
  {
    make: reolink,
    type: null,
    faults: ['refused', 'timeout'],
    hint: {
      code: 'reolink_ports',
      message:
        'At a Reolink, ONVIF and RTSP are off at first: Settings, Network, Advanced, Port Settings (or Server Settings).',
    },
  },
  {
    make: axis,
    type: null,
    faults: ['codec'],
    hint: { code: 'axis_codec', message: 'At an Axis: Video, Stream, H.264 or H.265.' },
  },
  {
    make: hikvision,
    type: null,
    faults: ['codec'],
    hint: {
      code: 'hikvision_codec',
      message: 'At a Hikvision: Configuration, Video/Audio, Video, Video Encoding.',
    },
  },
  {
    make: dahua,
    type: null,
    faults: ['codec'],
    hint: { code: 'dahua_codec', message: 'At a Dahua: Settings, Camera, Encode (or Video), Compression.' },
  },
  {
    make: hanwha,
    type: null,
    faults: ['codec'],
    hint: { code: 'hanwha_codec', message: 'At a Hanwha: Setup, Basic, Video profile, Codec.' },
  },
]

/** At every make, where pictures came and no keyframe. */
export const keyframeHint: MakeHint = {
  code: 'keyframe_interval',
  message:
    'Pictures come, but none to begin with: set the keyframe interval to 1 to 4 seconds, and switch a smart codec off.',
}

/** @param make the manufacturer, as the device said it; null if it is not known */
export function hintOfMake(make: string | null, fault: CameraFault, type: CameraType): MakeHint | null {
  if (make === null) return null
  const row = rows.find(
    (one) => one.make.test(make) && one.faults.includes(fault) && (one.type === null || one.type === type),
  )
  return row?.hint ?? null
}
