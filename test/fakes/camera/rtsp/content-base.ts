import type { RtspQuirks } from './rtsp-quirks.js'

/** The header with the base of a description, in the forms in which cameras send it. */
export function contentBaseOf(form: RtspQuirks['contentBase'], base: string): Record<string, string> {
  const behindScheme = base.replace(/^rtsps?:\/\//i, '')
  switch (form) {
    case 'right':
      return { 'Content-Base': base }
    case 'missing':
      return {}
    case 'no-scheme':
      return { 'Content-Base': behindScheme }
    case 'two-schemes':
      return { 'Content-Base': `rtsp://${base}` }
    case 'mapped-host':
      return { 'Content-Base': base.replace(/\/\/([^:/]+)/, '//[::ffff:$1]') }
    case 'other-host':
      return { 'Content-Base': base.replace(/\/\/[^/]+/, '//192.0.2.7:8554') }
  }
}
