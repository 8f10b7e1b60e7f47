import { readDeviceInformation } from '../onvif/device-answers.js'
import { OnvifError } from '../onvif/onvif-error.js'
import { OnvifSession, type OnvifSessionDeps } from '../onvif/onvif-session.js'
import type { DeviceLook, LookAtDevice } from './look-at-devices.js'

/** Asks a discovered device who it is, without credentials: most refuse, and that is what is to be known. */
export function createAskDevice(deps: OnvifSessionDeps): LookAtDevice {
  return async ({ address, port }, signal) => {
    using session = new OnvifSession({ address, port, host: address }, null, deps, signal)
    try {
      const { answer } = await session.askOpenly((cam) => cam.getDeviceInformation(() => {}))
      if (answer.kind === 'not_authorized') return { kind: 'needs_credentials' }
      if (answer.kind !== 'response') return null
      return openLook(readDeviceInformation(answer.body))
    } catch (error) {
      if (error instanceof OnvifError || signal.aborted) return null
      throw error
    }
  }
}

function openLook(said: ReturnType<typeof readDeviceInformation>): DeviceLook {
  const orNull = (value: string): string | null => (value === '' ? null : value)
  return {
    kind: 'open',
    manufacturer: orNull(said.manufacturer),
    model: orNull(said.model),
    serial: orNull(said.serial),
  }
}
