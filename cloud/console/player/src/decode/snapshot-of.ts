/** What a video shows, as JPEG of its full size; null while it shows nothing. */
export async function snapshotOf(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    try {
      canvas.toBlob(resolve, 'image/jpeg', 0.92)
    } catch (error) {
      // A clip from elsewhere whose answer lets no page look at its pixels.
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
