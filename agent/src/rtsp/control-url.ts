import { header, type RtspHeaders } from './rtsp-message.js'

const absolute = /^rtsps?:\/\/[^\s/?#]+[^\s]*$/i

/**
 * The address that the controls of a description hang on (RFC 2326 appendix C.1.1): the camera's
 * Content-Base or Content-Location if it can be one, else the address of the request. Cameras send bases
 * without a scheme, with two of them, and with hosts of their own making.
 */
export function baseUrl(headers: RtspHeaders, requestUrl: string): string {
  const said = header(headers, 'content-base') ?? header(headers, 'content-location') ?? ''
  const usable = absolute.test(said) && !/^rtsps?:\/\/[^/]*:\/\//i.test(said) && isPlain(said)
  return usable ? withoutAccount(said) : requestUrl
}

/**
 * The address of a control attribute. Relative ones are put behind the base, query and all, as cameras
 * expect it, and not resolved as RFC 3986 would.
 */
export function controlUrl(base: string, control: string | null): string {
  if (control === null || control === '' || control === '*' || !isPlain(control)) return base
  if (absolute.test(control)) return withoutAccount(control)
  if (control.startsWith('?')) return base + control
  return `${base.replace(/\/$/, '')}/${control.replace(/^\/+/, '')}`
}

/** What may stand in a request line: no blanks, nothing that would end the line. */
function isPlain(text: string): boolean {
  return text.length <= 2048 && /^[\x21-\x7e]+$/.test(text)
}

function withoutAccount(url: string): string {
  return url.replace(/^(rtsps?:\/\/)[^/?#]*@/i, '$1')
}
