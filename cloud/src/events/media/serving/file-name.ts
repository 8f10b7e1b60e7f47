/** What a medium is called when it is saved: the camera and the time, `Front door 2026-03-14 09-30-00Z.mp4`. */
export function fileNameOf(cameraName: string, at: Date, contentType: string): string {
  const time = at.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')
  const camera = cameraName
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${camera || 'camera'} ${time}Z.${contentType === 'image/jpeg' ? 'jpg' : 'mp4'}`
}

/** `Content-Disposition` that shows the medium in place and names it (RFC 6266), also in other scripts. */
export function inlineAs(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
