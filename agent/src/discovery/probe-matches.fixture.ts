export interface ProbeMatchesFixture {
  readonly endpoint?: string
  readonly types?: string
  readonly scopes?: string
  readonly xaddrs?: string
  readonly relatesTo?: string
  /** False leaves the namespaces undeclared, as some firmware does. */
  readonly declare?: boolean
}

/** What a camera answers to a probe. */
export function probeMatches(said: ProbeMatchesFixture): string {
  const namespaces =
    said.declare === false
      ? ''
      : ' xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing"' +
        ' xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"'
  return (
    `<?xml version="1.0" encoding="UTF-8"?><e:Envelope${namespaces}><e:Header>` +
    `<w:RelatesTo>${said.relatesTo ?? 'uuid:0'}</w:RelatesTo></e:Header><e:Body><d:ProbeMatches><d:ProbeMatch>` +
    `<w:EndpointReference><w:Address>${said.endpoint ?? 'urn:uuid:11111111-2222-3333-4444-555555555555'}</w:Address></w:EndpointReference>` +
    `<d:Types>${said.types ?? 'dn:NetworkVideoTransmitter'}</d:Types><d:Scopes>${said.scopes ?? ''}</d:Scopes>` +
    `<d:XAddrs>${said.xaddrs ?? 'http://192.168.1.20/onvif/device_service'}</d:XAddrs>` +
    '<d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>'
  )
}
