import type { Sighting } from './sighting.js'

/** A sighting that says nothing but where; tests add what they are about. */
export function sighting(said: Partial<Sighting> & Pick<Sighting, 'address' | 'port'>): Sighting {
  return {
    source: 'ws-discovery',
    onvif: true,
    endpoint: null,
    mac: null,
    serial: null,
    instance: null,
    name: null,
    manufacturer: null,
    model: null,
    xaddrs: [],
    rtspUrls: [],
    ...said,
  }
}
