import type { DeviceChannel } from '@sightline/protocol'
import { findServices, listMedia } from '../onvif/ask-services.js'
import { isTlsPort } from '../onvif/default-ports.js'
import { type DeviceInformation, readDeviceInformation } from '../onvif/device-answers.js'
import type { OnvifSessionDeps } from '../onvif/onvif-endpoint.js'
import { OnvifError } from '../onvif/onvif-error.js'
import { OnvifSession } from '../onvif/onvif-session.js'
import type { DeviceIdentification, IdentifyDevice } from './identify-devices.js'

/** Asks a discovered device who it is, without credentials: most refuse, and that is what is to be known. */
export function createAskDevice(deps: OnvifSessionDeps): IdentifyDevice {
  return async ({ address, port }, signal) => {
    using session = new OnvifSession(
      { address, port, host: address, tls: isTlsPort(port) },
      null,
      deps,
      signal,
    )
    try {
      const { answer } = await session.askOpenly((cam) => cam.getDeviceInformation(() => {}))
      if (answer.kind === 'not_authorized') return { kind: 'needs_credentials' }
      if (answer.kind !== 'response') return null
      return openIdentification(readDeviceInformation(answer.body), await channelsOf(session))
    } catch (error) {
      if (error instanceof OnvifError || signal.aborted) return null
      throw error
    }
  }
}

/** Nothing where the device does not say it to everybody. */
async function channelsOf(session: OnvifSession): Promise<DeviceChannel[]> {
  try {
    await findServices(session)
    const { channels } = await listMedia(session)
    return channels.map(({ token, name }) => ({ token, name }))
  } catch (error) {
    if (error instanceof OnvifError) return []
    throw error
  }
}

function openIdentification(
  said: DeviceInformation,
  channels: readonly DeviceChannel[],
): DeviceIdentification {
  const orNull = (value: string): string | null => (value === '' ? null : value)
  return {
    kind: 'open',
    manufacturer: orNull(said.manufacturer),
    model: orNull(said.model),
    serial: orNull(said.serial),
    channels,
  }
}
