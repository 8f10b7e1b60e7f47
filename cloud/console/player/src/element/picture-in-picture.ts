/** Shows a picture in a window of its own that stays in front, or takes it back. */
export class PictureInPicture {
  /** Of a canvas, which has no such window of its own. */
  #mirror: HTMLVideoElement | null = null
  #video: HTMLVideoElement | null = null

  get isOpen(): boolean {
    return this.#video !== null && document.pictureInPictureElement === this.#video
  }

  /** @throws where the browser does not allow it, such as without somebody's press */
  async toggle(view: HTMLCanvasElement | HTMLVideoElement): Promise<void> {
    if (this.isOpen) return document.exitPictureInPicture()
    this.#video = view instanceof HTMLVideoElement ? view : await this.#mirrorOf(view)
    await this.#video.requestPictureInPicture()
  }

  close(): void {
    if (this.isOpen) document.exitPictureInPicture().catch(() => undefined)
    this.#drop()
  }

  async #mirrorOf(canvas: HTMLCanvasElement): Promise<HTMLVideoElement> {
    this.#drop()
    const video = document.createElement('video')
    this.#mirror = video
    video.muted = true
    video.srcObject = canvas.captureStream()
    video.addEventListener('leavepictureinpicture', () => this.#drop())
    await video.play()
    return video
  }

  #drop(): void {
    const stream = this.#mirror?.srcObject
    if (stream instanceof MediaStream) for (const track of stream.getTracks()) track.stop()
    this.#mirror?.pause()
    this.#mirror = null
    this.#video = null
  }
}
