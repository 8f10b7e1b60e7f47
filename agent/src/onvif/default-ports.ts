/**
 * Where makers put ONVIF, in the order in which they are tried: most, Reolink and Hikvision, many, Tapo, XM and ESCAM,
 * and over HTTPS.
 */
export const defaultOnvifPorts: readonly number[] = [80, 8000, 8080, 2020, 8899, 443]

const tlsPorts: readonly number[] = [443, 8443]

/** Whether HTTPS is what is expected at a port. */
export function isTlsPort(port: number): boolean {
  return tlsPorts.includes(port)
}
