/** As Media Source Extensions want a codec named. */
export function typeOf(codec: string): string {
  return `video/mp4; codecs="${codec}"`
}
