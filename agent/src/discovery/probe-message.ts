/** Where probes go (WS-Discovery 1.0, section 2.4). */
export const wsDiscoveryGroup = { address: '239.255.255.250', port: 3702 } as const

/** Types asked for. Older cameras answer to the first only, some newer ones to the second only. */
export const probeTypes = ['dn:NetworkVideoTransmitter', 'tds:Device'] as const

/**
 * A WS-Discovery Probe (ONVIF Core, section 7.3).
 * @param messageId a UUID never used before: cameras drop a message whose id they have seen.
 */
export function probeMessage(messageId: string, types: (typeof probeTypes)[number]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"',
    ' xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing"',
    ' xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"',
    ' xmlns:dn="http://www.onvif.org/ver10/network/wsdl"',
    ' xmlns:tds="http://www.onvif.org/ver10/device/wsdl">',
    `<e:Header><w:MessageID>uuid:${messageId}</w:MessageID>`,
    '<w:To e:mustUnderstand="true">urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To>',
    '<w:Action e:mustUnderstand="true">http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action>',
    `</e:Header><e:Body><d:Probe><d:Types>${types}</d:Types></d:Probe></e:Body></e:Envelope>`,
  ].join('')
}
